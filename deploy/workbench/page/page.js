import { $, button, copied, element, mark, press, row } from './elements.js';
import { sitePicture } from './site-picture.js';
import { showTour } from './tour.js';

const REFRESH_MS = 1000;

let cars = [];

function showFacts(facts) {
  const { folder, links, sites, logins, codes } = facts;
  cars = facts.cars;
  $('folder').textContent = `Data folder: ${folder}`;
  $('links').replaceChildren(...links.map(({ name, url }) => element('a', name, { href: url, target: '_blank', rel: 'noopener' })));
  $('sites').replaceChildren(...sites.map(siteCard));
  $('logins').replaceChildren(
    ...logins.map((who) =>
      row(
        copied(String(who.employeeNumber)),
        copied(who.pin),
        copied(who.username),
        copied(who.password),
        who.name,
        who.roleNames.join(', '),
      ),
    ),
  );
  const cashier = logins.at(-1) ?? logins[0];
  if (cashier) $('cashier').replaceChildren(copied(String(cashier.employeeNumber)), ' PIN ', copied(cashier.pin), ` (${cashier.name})`);
  $('enrol').replaceChildren(...sites.flatMap((site) => [enrolButton(site.number, site.name), ' ']));
  if (codes[0]) $('first-code').replaceChildren(copied(codes[0].code, 'plate'), ` ${codes[0].says}`);
  const showCodes = () => {
    const words = $('filter').value.toLowerCase().split(/\s+/);
    const found = codes.filter(({ code, says }) => words.every((word) => `${code} ${says}`.toLowerCase().includes(word)));
    $('codes').replaceChildren(...found.map(({ code, says }) => row(copied(code, 'plate'), says)));
  };
  $('filter').addEventListener('input', showCodes);
  showCodes();
}

const enrolButton = (site, label, kind = 'register') =>
  button(label, `/enrolment/${kind}/${site}`, ({ link }) => window.open(link, '_blank', 'noopener'));

/** Lets one of the cars drive up in a lane. */
function carControls(site) {
  const choices = cars.flatMap(({ code, tag, says }) => [[code, `${code}: ${says}`], ...(tag ? [[tag, `${tag}, its tag`]] : [])]);
  const code = element(
    'select',
    choices.map(([value, label]) => element('option', label, { value })),
  );
  const lane = element(
    'select',
    [1, 2].map((value) => element('option', `Lane ${value}`, { value })),
  );
  return element(
    'div',
    [
      element('label', ['Car', code]),
      element('label', ['Lane', lane]),
      button('Drive Up', () => `/car/${site}/${lane.value}/${encodeURIComponent(code.value)}`, show),
      button('Drive Away', () => `/car/${site}/${lane.value}/away`, show),
    ],
    { className: 'controls' },
  );
}

function showFaults(site, faults) {
  const place = $(`faults-${site}`);
  for (const { device, name, label, isOn } of faults) {
    const id = `fault-${site}-${device}-${name}`;
    if (!$(id)) {
      const box = element('input', [], { type: 'checkbox', id });
      box.addEventListener('change', () => void switchFault(box, `/fault/${site}/${device}/${name}`));
      place.append(element('label', [box, label]));
    }
    $(id).disabled = isOn === null;
    if (isOn !== null && document.activeElement !== $(id)) $(id).checked = isOn;
  }
}

async function switchFault(box, address) {
  const answer = await press(`${address}/${box.checked ? 'on' : 'off'}`);
  if (answer) show(answer);
  else box.checked = !box.checked;
}

function siteCard({ number, name, state, timeZone }) {
  const enrol = enrolButton(number, 'Enroll a browser as Washcashier1');
  return element('section', [
    element('h2', `${name} · site ${number}`),
    element('p', `${state}, ${timeZone}`, { className: 'muted' }),
    sitePicture.make(number),
    carControls(number),
    element('fieldset', [element('legend', 'Faults to try')], { id: `faults-${number}` }),
    element('dl', [], { id: `site-${number}` }),
    enrol,
    ' ',
    enrolButton(number, 'Open a signature tablet', 'tablet'),
  ]);
}

function deviceWords(site, { mark: { tone, text }, note, page, agreements = [] }) {
  const waiting = agreements.map(({ id, plate, item }) => {
    const sign = button('Sign', `/sign/${site}/${id}`, show);
    return element('p', [element('span', plate ?? 'no plate', { className: 'plate' }), ` ${item} `, sign]);
  });
  const link = page && element('a', page.text, { href: page.url, target: '_blank', rel: 'noopener' });
  return [mark(tone, text), ...[note, link].flatMap((more) => (more ? [' · ', more] : [])), ...waiting];
}

function showSite({ number, rows, lanes, faults }) {
  sitePicture.show(number, { rows, lanes });
  showFaults(number, faults);
  const lines = rows.map((device) => [device.label, deviceWords(number, device)]);
  for (const { page } of rows) if (page?.picture) lines.push(['Last receipt', receiptPicture(page)]);
  $(`site-${number}`).replaceChildren(...lines.flatMap(([term, words]) => [element('dt', term), element('dd', words)]));
}

const receiptPictures = {};

/** The picture of the last receipt, made once for each receipt so that it does not flicker; it leads to all of them. */
function receiptPicture({ url, picture: { url: source, version } }) {
  if (receiptPictures[url]?.version !== version) {
    const src = `${source}?${version}`;
    const picture = element('img', [], { src, alt: 'The last receipt as it was printed', className: 'receipt' });
    const link = element('a', picture, { href: url, target: '_blank', rel: 'noopener', title: 'All receipts' });
    receiptPictures[url] = { version, link };
  }
  return receiptPictures[url].link;
}

function textWords({ from, to, body, direction }) {
  const content = element('pre', body);
  if (direction === 'inbound') return [`From ${from}`, [content]];
  const replies = ['STOP', 'START'].map((word) => button(`Reply ${word}`, `/reply/${to}/${word}`, show));
  return [`To ${to}`, [content, ...replies]];
}

function showMessages({ texts, mails }) {
  const lines = [
    ...(texts?.map(textWords) ?? [['Phones', mark('stop', 'no answer')]]),
    ...(mails?.map(({ to, subject, text }) => [`Mail to ${to}`, element('pre', `${subject}\n\n${text}`)]) ?? [
      ['Mailboxes', mark('stop', 'no answer')],
    ]),
  ];
  const shown = lines.length ? lines : [['Latest', element('span', 'nothing yet', { className: 'muted' })]];
  $('messages').replaceChildren(...shown.flatMap(([term, words]) => [element('dt', term), element('dd', words)]));
}

function showServices(services) {
  const key = JSON.stringify(services);
  if (key === servicesShown) return;
  servicesShown = key;
  $('services').replaceChildren(
    ...services.map(({ name, pid }) =>
      row(
        mark(pid ? 'go' : 'stop', name),
        pid
          ? [fault(name, 'stop', 'Stop'), ' ', fault(name, 'suspend', 'Freeze'), ' ', fault(name, 'resume', 'Go On')]
          : fault(name, 'start', 'Start'),
      ),
    ),
  );
}

/** What is shown, so that a button does not go away under a press. */
let servicesShown = '';

const fault = (name, what, label) => button(label, `/service/${name}/${what}`, show, { ariaLabel: `${label} ${name}` });

function showTime(time) {
  $('time').textContent = time ? new Date(time).toUTCString() : 'no answer';
}

$('move').replaceChildren(
  ...[
    ['+1 day', 1],
    ['+1 week', 7],
    ['+30 days', 30],
  ].flatMap(([label, days]) => [button(label, `/clock/${days}`, show), ' ']),
);

function show({ time, services, sites, messages, tour }) {
  showTime(time);
  showServices(services);
  sites.forEach(showSite);
  showMessages(messages);
  showTour(tour, facts, show);
}

async function refresh() {
  try {
    show(await (await fetch('/state')).json());
  } catch {
    servicesShown = '';
    $('services').replaceChildren(row(mark('stop', 'The workbench isn’t responding. It was stopped.')));
  }
  setTimeout(() => void refresh(), REFRESH_MS);
}

const facts = await (await fetch('/facts')).json();
showFacts(facts);
await refresh();
