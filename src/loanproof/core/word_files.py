"""Words as data: a ``<name>.words.yaml`` beside the module that reads it, checked when the module is imported."""

from __future__ import annotations

from importlib import resources

from loanproof.core.file_models import Model, validate_yaml
from loanproof.core.yaml_text import parse_yaml


def load_words(package: str, name: str, model: type[Model]) -> Model:
    """Read ``<name>.words.yaml`` of a package into ``model``, or raise one error that lists every problem."""
    file = f"{name}.words.yaml"
    content = resources.files(package).joinpath(file).read_bytes()
    return validate_yaml(model, parse_yaml(content, file=f"{package.replace('.', '/')}/{file}"))
