-- What the first version keeps. One text for both databases; {rowless} is SQLite's `without rowid`.

create table accounts (
    id text primary key,
    name text not null,
    -- The name as it is compared: no two look alike.
    folded text not null unique,
    -- Argon2id; none for a guest.
    password text,
    created bigint not null
);

create table sessions (
    -- SHA-256 of the cookie: whoever reads the table cannot use it.
    hash text primary key,
    account text not null references accounts (id) on delete cascade,
    created bigint not null
);
create index sessions_by_account on sessions (account);

create table games (
    id text primary key,
    title text not null,
    name text not null,
    -- The head of the journal, up to and with its `begin` line.
    header text not null,
    -- The secret of the dice, until the journal shows it.
    dice_secret text,
    creator text not null,
    -- Whoever has this may sit down.
    invite text not null,
    -- 1 where anybody may sit down, and look on.
    listed bigint not null,
    created bigint not null
);

create table seats (
    game text not null references games (id) on delete cascade,
    side text not null,
    account text,
    computer bigint not null,
    primary key (game, side)
);
create index seats_by_account on seats (account);

create table entries (
    game text not null,
    number bigint not null,
    line text not null,
    -- What opens the line where it is a secret; never given out before the rules do.
    opening text,
    -- The browser's own key of the request, so that one sent twice is carried out once.
    once text,
    -- Who has to decide after it.
    turn text not null,
    at bigint not null,
    primary key (game, number)
) {rowless};

create table messages (
    game text not null references games (id) on delete cascade,
    number bigint not null,
    name text not null,
    said text not null,
    at bigint not null,
    primary key (game, number)
);

create table notes (
    game text not null references games (id) on delete cascade,
    account text not null,
    said text not null,
    primary key (game, account)
);
