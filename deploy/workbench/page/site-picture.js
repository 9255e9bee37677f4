const svg = (tag, attributes = {}, ...children) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};
const words = (x, y, text, attributes = {}) => svg('text', { x, y, ...attributes }, text);

/** Where a car stands, by its stage. */
const places = { away: -90, approaching: 150, waiting: 250, passing: 660 };
const laneTop = { 1: 40, 2: 150 };
const gateX = 350;

/** Tones are shapes too, so that the color is not the only sign. */
const shapes = { go: '●', calm: '○', wait: '▲', stop: '■' };

function lane(number) {
  const y = laneTop[number];
  const car = svg(
    'g',
    { class: 'car' },
    svg('rect', { x: 0, y: y + 22, width: 92, height: 30, rx: 10, fill: 'var(--water)' }),
    svg('path', { d: `M14 ${y + 22} l12 -14 h38 l14 14 z`, fill: 'var(--water)', opacity: 0.75 }),
    svg('circle', { cx: 18, cy: y + 53, r: 7, fill: 'var(--ink)' }),
    svg('circle', { cx: 74, cy: y + 53, r: 7, fill: 'var(--ink)' }),
    words(46, y + 42, '', {
      'text-anchor': 'middle',
      class: 'plate-text',
      style: 'fill: var(--surface); font-size: 10px; font-weight: 700',
    }),
  );
  const arm = svg(
    'g',
    { class: 'arm', style: `transform-origin: ${gateX + 5}px ${y + 6}px` },
    svg('rect', { x: gateX + 2, y: y + 3, width: 6, height: 62, rx: 3, fill: 'var(--stop)' }),
  );
  const parts = svg(
    'g',
    { 'data-lane': number },
    svg('rect', { x: 0, y: y + 6, width: 560, height: 62, fill: 'var(--road)' }),
    words(8, y, `Lane ${number}`, { class: 'small' }),
    svg('rect', { x: 262, y: y - 16, width: 10, height: 22, fill: 'var(--muted)' }),
    words(230, y - 20, 'Tag reader', { class: 'small' }),
    ...(number === 1
      ? [svg('circle', { cx: 190, cy: y - 8, r: 7, fill: 'var(--muted)' }), words(140, y - 20, 'Plate camera', { class: 'small' })]
      : []),
    car,
    svg('rect', { x: gateX, y: y - 4, width: 10, height: 14, fill: 'var(--ink)' }),
    arm,
    words(gateX + 18, y, '', { class: 'gate-words' }),
  );
  return parts;
}

/** The site as a picture: its lanes with cars and gates, and its devices with their states. */
export const sitePicture = {
  make(site) {
    return svg(
      'svg',
      { viewBox: '0 0 760 232', class: 'picture', id: `picture-${site}`, role: 'img' },
      lane(1),
      lane(2),
      svg('g', { class: 'devices' }),
    );
  },

  show(site, { rows, lanes }) {
    const picture = document.getElementById(`picture-${site}`);
    for (const { lane: number, gateOpen, car } of lanes) {
      const parts = picture.querySelector(`[data-lane="${number}"]`);
      parts.querySelector('.arm').style.transform = gateOpen ? 'rotate(-85deg)' : 'rotate(0deg)';
      parts.querySelector('.gate-words').textContent = gateWords(gateOpen);
      drive(parts.querySelector('.car'), car);
    }
    const devices = rows.filter(({ label }) => !label.startsWith('Gate'));
    picture
      .querySelector('.devices')
      .replaceChildren(
        svg('rect', { x: 574, y: 16, width: 172, height: 28 + devices.length * 36, rx: 8, fill: 'var(--surface)', stroke: 'var(--line)' }),
        ...devices.flatMap(({ label, mark: { tone, text } }, at) => [
          words(588, 44 + at * 36, `${shapes[tone]} ${label}`, { style: `fill: var(--${tone === 'calm' ? 'muted' : tone})` }),
          words(604, 58 + at * 36, text, { class: 'small' }),
        ]),
      );
    picture.setAttribute('aria-label', lanes.map(laneWords).join(' '));
  },
};

const gateWords = (gateOpen) => (gateOpen === null ? 'No answer' : gateOpen ? 'Open' : 'Closed');

const stageWords = { approaching: 'drives up', waiting: 'waits', passing: 'drives through' };

function laneWords({ lane: number, gateOpen, car }) {
  return `Lane ${number}: gate ${gateWords(gateOpen).toLowerCase()}, ${car ? `${car.code} ${stageWords[car.stage]}` : 'no car'}.`;
}

/** Moves the drawn car to its place; one that is gone goes on from where it is and returns to the start unseen. */
function drive(drawn, car) {
  drawn.classList.toggle('passing', car?.stage === 'passing');
  drawn.style.visibility = car ? 'visible' : 'hidden';
  drawn.style.transform = `translateX(${places[car?.stage ?? 'away']}px)`;
  if (car) drawn.querySelector('.plate-text').textContent = car.code.replace(/-..$/, '');
}
