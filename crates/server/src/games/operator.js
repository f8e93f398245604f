// The lists of the operator's page: games and accounts, two hundred at a time, with what can be done to each.
const wrong = document.querySelector('[role=alert]');

async function ask(path, method = 'GET') {
  const answer = await fetch(path, { method });
  if (!answer.ok) throw new Error((await answer.json()).reason);
  return answer.json();
}

function cell(row, text) {
  row.insertCell().textContent = text;
}

/** A button that asks once more before it does something. */
function does(row, words, path, after) {
  const button = document.createElement('button');
  button.textContent = words;
  button.addEventListener('click', async () => {
    if (button.textContent === words) {
      button.textContent = `Really: ${words.toLowerCase()}?`;
      return;
    }
    wrong.textContent = '';
    try {
      await ask(path, 'POST');
      await after();
    } catch (error) {
      wrong.textContent = `✗ ${error.message}`;
    }
  });
  row.insertCell().append(button);
}

/** Fills a table, and goes on where it ends. */
function list(name, fill) {
  const body = document.querySelector(`#${name} tbody`);
  const more = document.querySelector(`#${name} + button`);
  let last = '';
  const fetchOn = async () => {
    const lines = await ask(`/${name}?after=${encodeURIComponent(last)}`);
    for (const line of lines) fill(body.insertRow(), line, anew);
    last = lines.at(-1)?.id ?? last;
    more.hidden = lines.length < 200;
  };
  const anew = () => {
    body.replaceChildren();
    last = '';
    return fetchOn();
  };
  more.addEventListener('click', fetchOn);
  return anew();
}

const at = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

list('games', (row, game, after) => {
  cell(row, game.name);
  cell(row, game.players.map((player) => player ?? 'nobody').join(' – '));
  cell(row, game.closed ? 'closed' : game.turn === 'over' ? 'over' : 'runs');
  cell(row, game.entries);
  cell(row, at(game.last));
  const link = document.createElement('a');
  link.href = `/games/${game.id}/journal`;
  link.download = `${game.id}.journal`;
  link.textContent = 'journal';
  row.insertCell().append(link);
  does(row, game.closed ? 'Open again' : 'Close', `/games/${game.id}/${game.closed ? 'open' : 'close'}`, after);
}).catch((error) => (wrong.textContent = `✗ ${error.message}`));

list('accounts', (row, account, after) => {
  cell(row, account.name);
  cell(row, account.blocked ? 'blocked' : account.guest ? 'guest' : 'account');
  cell(row, account.games);
  cell(row, at(account.since));
  does(row, account.blocked ? 'Let in again' : 'Block', `/accounts/${account.id}/${account.blocked ? 'unblock' : 'block'}`, after);
}).catch((error) => (wrong.textContent = `✗ ${error.message}`));
