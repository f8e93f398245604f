-- How a game stood after the entry, in a line that everybody may hear: for lists of games.

alter table entries add column told text;
