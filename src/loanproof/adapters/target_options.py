"""The options of a target in ``targets.yaml``, for any kind."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated
from urllib.parse import parse_qsl, urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from loanproof.core import UNSHOWN, Exact, FileModel, UsageError, Whole

NO_PROMPT = "none"
"""What is written where a system has no prompt of its own."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_SECRET_KEYS = re.compile(r"(?:^|[-_.])(?:api)?(?:key|token|secret|password|passwd|sig|signature)$", re.IGNORECASE)


def _check_variable(written: str) -> str:
    # The commonest mistake is to write the key itself, so the value is never quoted.
    if not _VARIABLE.fullmatch(written):
        raise PydanticCustomError(UNSHOWN, "must be the name of an environment variable, never the key itself")
    return written


def _check_address(written: str) -> str:
    """Refuse an invalid web address, or one with a secret: an address is recorded with every run."""
    try:
        parts = urlsplit(written)
        is_sound = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_sound = False
    if not is_sound or not written.isprintable() or " " in written:
        raise PydanticCustomError(UNSHOWN, "must be an address such as http://127.0.0.1:8000/ask")
    if parts.username or parts.password or any(_SECRET_KEYS.search(key) for key, _ in parse_qsl(parts.query)):
        raise PydanticCustomError(UNSHOWN, "must not hold a key or a password; name its variable with api_key_env")
    return written


Word = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Variable = Annotated[str, AfterValidator(_check_variable)]
Address = Annotated[Word, AfterValidator(_check_address)]


class PromptTemplate(FileModel):
    """The prompt of the system under test, as its owner names it."""

    id: Word
    version: Word

    @classmethod
    def parse(cls, written: str) -> PromptTemplate:
        """Return the template for ``ID@VERSION``; ``none`` means that there is none."""
        if written == NO_PROMPT:
            return cls(id=NO_PROMPT, version=NO_PROMPT)
        name, _, version = written.rpartition("@")
        if not name or not version:
            raise UsageError(f"{written[:60]!r} names no prompt template.", hint="Write ID@VERSION, or none.")
        return cls(id=name, version=version)


def _read_no_prompt(written: object) -> object:
    return {"id": NO_PROMPT, "version": NO_PROMPT} if written == NO_PROMPT else written


class Params(FileModel):
    """Generation parameters that differ from those of the rubric."""

    temperature: Exact | None = Field(default=None, ge=0)
    top_p: Exact | None = Field(default=None, gt=0, le=1)
    max_tokens: Whole | None = Field(default=None, ge=1)
    seed: Whole | None = None


class Retries(FileModel):
    """How often a failed request is sent again, and how long to wait in between."""

    attempts: Whole = Field(default=6, ge=1, le=20)
    first_s: Exact = Field(default=Decimal("0.5"), ge=0)
    longest_s: Exact = Field(default=Decimal(30), ge=0)
    longest_asked_s: Exact = Field(default=Decimal(120), ge=0)


class Prices(FileModel):
    """What the user pays for a million tokens: the user's own figures, because we do not know them."""

    input: Exact = Field(ge=0)
    output: Exact = Field(ge=0)
    currency: Word


class TargetOptions(FileModel):
    """The options of every target or judge; a kind adds its own.

    Attributes:
        model: The model, as its owner names it.
        version: The exact version; ``reported`` takes the provider's build from the first reply.
        prompt_template: The prompt of a system that has its own; ``none`` if it has none.
        concurrency: How many questions may be in progress at once.
        params: Generation parameters that differ from those of the rubric.
        prices: The cost of a million tokens; with it a run reports its cost.
    """

    kind: str
    model: Word | None = None
    version: Word | None = None
    prompt_template: Annotated[PromptTemplate | None, BeforeValidator(_read_no_prompt)] = None
    timeout_s: Exact = Field(default=Decimal(60), gt=0)
    concurrency: Whole = Field(default=16, ge=1, le=1000)
    params: Params = Field(default_factory=Params)
    prices: Prices | None = None


class ServerOptions(TargetOptions):
    """The options of every target behind HTTP.

    Attributes:
        api_key_env: The name of the environment variable with the key; never the key itself.
    """

    api_key_env: Variable | None = None
    requests_per_minute: Whole | None = Field(default=None, ge=1)
    retries: Retries = Field(default_factory=Retries)
