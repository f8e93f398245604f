//! Quick-reference sheets.
