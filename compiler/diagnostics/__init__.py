"""Diagnostics: what is wrong, where, why, and the way out. Imports nothing of the other stages."""

from compiler.diagnostics.codes import CODES, Code, register
from compiler.diagnostics.diagnostic import Diagnostic, Failed, Related, Severity, Sink, diagnose
from compiler.diagnostics.span import NOWHERE, Span

__all__ = [
    "CODES",
    "NOWHERE",
    "Code",
    "Diagnostic",
    "Failed",
    "Related",
    "Severity",
    "Sink",
    "Span",
    "diagnose",
    "register",
]
