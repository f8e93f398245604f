-- What is said over a broken line is said once, however often it is sent.

alter table messages add column once text;
create unique index messages_once on messages (game, once) where once is not null;
