-- Clocks, standing orders, mail, and what whoever runs the server may do.

alter table games add column pace text not null default 'none';
-- When a clock that runs will be out, in milliseconds since 1970; none where none runs. It is changed together with the
-- entries that change it.
alter table games add column deadline bigint;
-- 1 where whoever runs the server has closed the game: it can be looked at, and nothing be done.
alter table games add column closed bigint not null default 0;
create index games_by_deadline on games (deadline) where deadline is not null;

-- The side whose standing order made the entry, where one did.
alter table entries add column by_order text;
-- The clocks as they stood when it was made, where there are any.
alter table entries add column clock text;

alter table accounts add column email text;
-- `none`, `at-once` or `daily`.
alter table accounts add column mail text not null default 'none';
alter table accounts add column blocked bigint not null default 0;
-- When the last digest went out, in seconds since 1970.
alter table accounts add column digest bigint not null default 0;

create table orders (
    game text not null references games (id) on delete cascade,
    side text not null,
    -- The key of what is asked.
    topic text not null,
    answer text not null,
    lasts text not null,
    -- The last entry when it was given.
    number bigint not null,
    primary key (game, side, topic)
);

create table told (
    account text not null references accounts (id) on delete cascade,
    game text not null references games (id) on delete cascade,
    -- The last entry that he has been told of, or has seen.
    number bigint not null,
    -- When somebody set about telling him; nought once that is done.
    claimed bigint not null,
    primary key (account, game)
);

create table tokens (
    -- SHA-256 of what stands in the mail.
    hash text primary key,
    account text not null references accounts (id) on delete cascade,
    purpose text not null,
    detail text not null,
    created bigint not null
);
