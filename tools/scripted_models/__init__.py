"""Models without a model: what they answer is worked out from the request and, for some, from gold."""

from tools.scripted_models.erring import erring_reply
from tools.scripted_models.lying import INVENTED, LIES, Lie, lying_reply
from tools.scripted_models.obeying import ORDER, obeying_reply
from tools.scripted_models.perfect import perfect_reply
from tools.scripted_models.requests import Clause, Request, shared_words

__all__ = [
    "INVENTED",
    "LIES",
    "ORDER",
    "Clause",
    "Lie",
    "Request",
    "erring_reply",
    "lying_reply",
    "obeying_reply",
    "perfect_reply",
    "shared_words",
]
