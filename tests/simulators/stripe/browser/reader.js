/** A reader's page: shows its display, and performs a person's actions at the reader. */
(() => {
  const address = `/readers/${document.currentScript.dataset.reader}`;
  const at = (id) => document.getElementById(id);
  let online = true;
  let cutOff = false;

  function show(view) {
    online = view.online;
    at('display').dataset.mood = view.mood;
    at('sign').setAttribute('href', `#sign-${view.mood}`);
    at('amount').hidden = view.amount === null;
    setText('amount', view.amount ?? '');
    setText('words', view.display);
    at('power').textContent = online ? 'Go offline' : 'Go online';
    for (const name of ['tap', 'decline', 'cancel']) at(name).disabled = !view.asks;
  }

  /** Sets changed texts only, because a screen reader announces every change. */
  function setText(id, text) {
    if (at(id).textContent !== text) at(id).textContent = text;
  }

  async function ask(path, order) {
    try {
      const response = await fetch(path, order && { method: 'POST', body: JSON.stringify(order) });
      const answer = await response.json();
      if (response.ok) show(answer);
      if (order || cutOff || !response.ok) setText('problem', response.ok ? '' : answer.message);
      cutOff = false;
    } catch {
      cutOff = true;
      setText('problem', 'No response from the Stripe simulator. Check whether it is running.');
    }
  }

  async function follow() {
    await ask(`${address}/view`);
    setTimeout(() => void follow(), 300);
  }

  function onPress(id, orderOf) {
    at(id).addEventListener('click', () => void ask(address, orderOf()));
  }

  onPress('tap', () => ({ tap: at('card').value }));
  onPress('decline', () => ({ tap: 'charge_declined' }));
  onPress('cancel', () => ({ cancel: true }));
  onPress('power', () => ({ online: !online }));
  void follow();
})();
