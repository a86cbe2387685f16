"""The PDFium functions that are called for each letter or object of a page, by their raw addresses.

The binding checks and wraps every pointer, which takes longer than the functions themselves.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import Any

import pypdfium2.raw as pdfium


def _plain(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    # nothing here runs in a thread, so the interpreter lock need not be released for each letter
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)


_ADDRESS, _INT, _LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
_FOUR = (_ADDRESS, _ADDRESS, _ADDRESS, _ADDRESS)

page_object = _plain(pdfium.FPDFPage_GetObject, _ADDRESS, _ADDRESS, _INT)
form_object = _plain(pdfium.FPDFFormObj_GetObject, _ADDRESS, _ADDRESS, _LONG)
type_of = _plain(pdfium.FPDFPageObj_GetType, _INT, _ADDRESS)
fill_colour = _plain(pdfium.FPDFPageObj_GetFillColor, _INT, _ADDRESS, *_FOUR)
stroke_colour = _plain(pdfium.FPDFPageObj_GetStrokeColor, _INT, _ADDRESS, *_FOUR)
bounds = _plain(pdfium.FPDFPageObj_GetBounds, _INT, _ADDRESS, *_FOUR)
draw_mode = _plain(pdfium.FPDFPath_GetDrawMode, _INT, _ADDRESS, _ADDRESS, _ADDRESS)
text_object = _plain(pdfium.FPDFText_GetTextObject, _ADDRESS, _ADDRESS, _INT)
render_mode = _plain(pdfium.FPDFTextObj_GetTextRenderMode, _INT, _ADDRESS)
rectangle = _plain(pdfium.FPDFText_GetRect, _INT, _ADDRESS, _INT, *_FOUR)
loose_box = _plain(pdfium.FPDFText_GetLooseCharBox, _INT, _ADDRESS, _INT, _ADDRESS)


def address_of(handle: Any) -> int:
    """Return the address behind a page, a text page or an object of the binding."""
    return ctypes.cast(getattr(handle, "raw", handle), ctypes.c_void_p).value or 0


def room_for(form: str, count: int) -> tuple[array[Any], tuple[int, ...]]:
    """Return a buffer for PDFium to write numbers to, and the address of each; faster to read than ctypes.

    Args:
        form: The kind of number, as in :mod:`array`.
        count: How many of them.
    """
    room: array[Any] = array(form, [0] * count)
    start, _ = room.buffer_info()
    return room, tuple(range(start, start + count * room.itemsize, room.itemsize))
