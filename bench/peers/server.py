"""A chat server that answers at once; prints its address and serves until it is ended."""

from __future__ import annotations

import json

from aiohttp import web

BODY = json.dumps(
    {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "It is done."}}],
        "usage": {"prompt_tokens": 12, "completion_tokens": 4, "total_tokens": 16},
    }
).encode()


async def answer(request: web.Request) -> web.Response:
    await request.read()
    return web.Response(body=BODY, content_type="application/json")


async def tell(application: web.Application) -> None:
    print(f"http://127.0.0.1:{application['port']}", flush=True)


def main() -> None:
    import socket

    listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
    application = web.Application()
    application["port"] = listener.getsockname()[1]
    application.router.add_post("/v1/chat/completions", answer)
    application.on_startup.append(tell)
    web.run_app(application, sock=listener, print=None, access_log=None)


if __name__ == "__main__":
    main()
