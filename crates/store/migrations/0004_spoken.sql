-- Why a computer made the entry, in a line that everybody may hear.

alter table entries add column spoken text;
