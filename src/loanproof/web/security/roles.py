"""What a person may do here: four roles, and what each of them allows."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Permission(StrEnum):
    """One permission that a page or an action requires."""

    READ = "read"  # runs, documents, standards
    UPLOAD = "upload"  # upload a document to be analysed and queued
    REVIEW = "review"  # take an item and decide on it
    APPROVE = "approve"  # approve another person's decision, or reopen it
    EXPORT = "export"  # export values


class Role(StrEnum):
    """A person's role in the house."""

    ANALYST = "analyst"
    REVIEWER = "reviewer"
    APPROVER = "approver"
    ADMIN = "admin"


ALLOWED: Mapping[Role, frozenset[Permission]] = MappingProxyType(
    {
        Role.ANALYST: frozenset({Permission.READ, Permission.UPLOAD}),
        Role.REVIEWER: frozenset({Permission.READ, Permission.REVIEW}),
        Role.APPROVER: frozenset({Permission.READ, Permission.APPROVE, Permission.EXPORT}),
        Role.ADMIN: frozenset(Permission),
    }
)
