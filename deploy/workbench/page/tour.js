import { $, button, copied, element, mark } from './elements.js';

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const sentence = (parts) =>
  element(
    'p',
    parts.map(({ text, isValue }) => (isValue ? copied(text) : text)),
  );

const tones = { done: 'go', now: 'wait', later: 'calm' };
const states = { done: 'done', now: 'do this now', later: 'later' };

function stepOf({ title, state, sentences, learned }, at) {
  const heading = element('div', [element('b', `${at + 1}. ${title}`), ' ', mark(tones[state], states[state])]);
  const more = state === 'now' ? sentences.map(sentence) : state === 'done' ? [element('p', learned, { className: 'muted' })] : [];
  const item = element('li', [heading, ...more], { className: state });
  if (state === 'now') item.setAttribute('aria-current', 'step');
  return item;
}

let shown = '';

/** Shows the tour, and nothing new while nothing has changed, so that a press is not lost. */
export function showTour(tour, { register, readers }, show) {
  const time = $('tour-time');
  if (tour && time) time.textContent = clock(tour.seconds);
  const key = JSON.stringify(tour && { ...tour, seconds: 0 });
  if (key === shown) return;
  shown = key;
  $('tour-content').replaceChildren(...(tour ? running(tour, { register, readers }, show) : beginning(show)));
}

function beginning(show) {
  return [
    element(
      'p',
      'Sign in, redeem, open a gate, sign a member up, meet a declined card and refund: in the app itself. Each step notices by itself that it was done.',
    ),
    button('Start Tour', '/tour/start', show),
  ];
}

const linkTo = (url, text) => element('a', text, { href: url, target: '_blank', rel: 'noopener' });

function running({ isDone, seconds, steps }, { register, readers }, show) {
  const time = element('b', clock(seconds), { id: 'tour-time' });
  const done = steps.filter(({ state }) => state === 'done').length;
  const words = isDone ? [mark('go', 'All done in '), time] : [`${done} of ${steps.length} done after `, time];
  return [
    element('p', words),
    element('nav', [linkTo(register, 'Open the Register'), linkTo(readers, 'Card Readers')], { ariaLabel: 'Pages of the tour' }),
    element('ol', steps.map(stepOf), { className: 'tour' }),
    element(
      'div',
      isDone
        ? [button('End Tour', '/tour/stop', show)]
        : [button('Skip This Step', '/tour/skip', show), button('End Tour', '/tour/stop', show)],
      { className: 'presses' },
    ),
  ];
}
