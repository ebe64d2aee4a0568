"""Enums as whole numbers, for compiled code: `code(Root.WEAK)` is the member's place in its enum."""

from __future__ import annotations

from enum import Enum


def code(member: Enum) -> int:
    return list(type(member)).index(member)
