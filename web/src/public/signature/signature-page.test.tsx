import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fails, ok, stubFetch, type SentRequest, type StubAnswer, type StubAnswers } from '../../lib/fetch.fixture.ts';
import { PageTexts } from '../lib/page-texts.tsx';
import { SignaturePage } from './signature-page.tsx';
import { en } from './texts/en.ts';
import { dictionaries } from './texts/texts.ts';

const device = { id: 'device-1', kind: 'tablet', name: 'West tablet', site: 12, terminal: 'Washcashier1' };
const request = { id: 'sig-1', plate: 'ABC123-IL', item: 'Super Kiss', price: 2_999, total: 3_239 };
const agreement = {
  id: 'sig-1',
  name: 'Moore, Ada',
  plate: 'ABC123-IL',
  item: 'Super Kiss',
  price: 2_999,
  total: 3_239,
  dueToday: 1_000,
  duration: 3,
  sold: '2026-11-21T12:00:00.000Z',
  employee: 'Sam Fuller',
  terms: ['Price guaranteed for 3 months.'],
};

class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  send = vi.fn();
  constructor() {
    super();
    FakeSocket.opened.push(this);
  }
  close(): void {}
  say(type: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type }) }));
  }
}

/** What the cloud has, and its answer to a signature; null for no connection. */
let waiting: object[];
let answer: StubAnswer | null;
let terminal: string | null;
let sent: SentRequest[];

const answers: StubAnswers = {
  'GET /device/current': () => ok({ device: { ...device, terminal } }),
  'GET /config': ok({ apiVersion: '9.9.9', clientVersion: '2.0.891', configOptions: { tabletTerminals: ['Washcashier1', 'Detail1'] } }),
  'GET /signature': () => ok({ signatures: waiting, count: waiting.length, next_page: null }),
  'GET /receipt/agreement/*': ok(agreement),
  'POST /live/ticket': ok({ ticket: 't', expiresIn: 30 }),
  'POST /status/error': ok({}),
  'PUT /signature': () => {
    if (!answer) throw new TypeError('offline');
    return answer;
  },
};

const noop = (): void => undefined;
const brush = new Proxy({}, { get: () => noop, set: () => true });

beforeEach(() => {
  waiting = [];
  answer = ok({});
  terminal = device.terminal;
  FakeSocket.opened = [];
  localStorage.clear();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => brush as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AAAA');
  vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  sent = stubFetch(answers);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function show(): void {
  render(
    <PageTexts dictionaries={dictionaries} first={{ language: 'en', texts: en }}>
      <SignaturePage />
    </PageTexts>,
  );
}

const heading = (name: string) => screen.findByRole('heading', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const signatures = () => sent.filter(({ method, path }) => method === 'PUT' && path === '/signature');

/** Draws a straight line. */
function draw(length: number): void {
  const field = screen.getByRole('img', { name: en.signature.pad });
  const at = (x: number, buttons = 1) => ({ clientX: x, clientY: 20, pointerId: 1, isPrimary: true, buttons });
  fireEvent.pointerDown(field, at(20));
  for (let x = 20; x <= 20 + length; x += 10) fireEvent.pointerMove(window, at(x));
  fireEvent.pointerUp(window, at(20 + length, 0));
}

/** Opens the agreement that waits and goes on to the signature. */
async function openSignature(): Promise<void> {
  waiting = [request];
  show();
  await heading(en.agreement.heading);
  await press(en.agreement.sign);
  await heading(en.signature.heading);
}

/** The cloud tells the tablet that its list has changed. */
async function hint(): Promise<void> {
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  act(() => FakeSocket.opened[0]?.say('signatures'));
}

describe('a signature tablet', () => {
  it('shows the agreement of a hint at once, takes a drawing, thanks, and is back at the list after 5 s', async () => {
    show();
    await heading(en.list.empty);
    expect(screen.getByRole('contentinfo').textContent).toBe('West tabletAPI 9.9.9Client 2.0.891');
    waiting = [request];
    await hint();
    await heading(en.agreement.heading);
    const paper = screen.getByRole('article').textContent;
    for (const text of ['Super Kiss', 'Moore, Ada', 'ABC123-IL', '$32.39', '$10.00', '3 months', 'Price guaranteed for 3 months.'])
      expect(paper).toContain(text);
    expect(sent.map(({ path }) => path)).toContain('/signature?terminal=Washcashier1&noCache=true');

    await press(en.agreement.sign);
    await heading(en.signature.heading);
    draw(200);
    waiting = [];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(screen.getByRole('button', { name: en.signature.done }));
    await heading(en.thanks.heading);
    expect(signatures()).toMatchObject([{ body: { id: 'sig-1', signature: 'data:image/png;base64,AAAA' } }]);
    await act(() => vi.advanceTimersByTimeAsync(4_900));
    expect(screen.getByRole('heading', { name: en.thanks.heading })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(200));
    await heading(en.list.empty);
  });

  it('lists what waits; an agreement that was left does not open by itself again', async () => {
    waiting = [request];
    show();
    await heading(en.agreement.heading);
    await press(en.agreement.back);
    await heading(en.list.heading);
    waiting = [request, { ...request, id: 'sig-2', plate: null }];
    await hint();
    const names = await waitFor(() => {
      const found = screen.getAllByRole('listitem');
      expect(found).toHaveLength(2);
      return found.map(({ textContent }) => textContent);
    });
    expect(names).toEqual(['ABC123-ILSuper Kiss$32.39', 'No plateSuper Kiss$32.39']);
    fireEvent.click(screen.getByText('ABC123-IL'));
    await heading(en.agreement.heading);
  });

  it('needs enough ink, and takes lines back', async () => {
    await openSignature();
    const submit = () => fireEvent.click(screen.getByRole('button', { name: en.signature.done }));
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    submit();
    expect(screen.getByRole('alert').textContent).toBe(en.signature.tooLittle);
    expect([isOff(en.signature.undo), isOff(en.signature.clear)]).toEqual([true, true]);
    draw(60);
    expect(screen.queryByRole('alert')).toBeNull();
    submit();
    expect(screen.getByRole('alert')).toBeTruthy();
    draw(60);
    await press(en.signature.undo);
    submit();
    expect(screen.getByRole('alert')).toBeTruthy();
    await press(en.signature.clear);
    expect(isOff(en.signature.undo)).toBe(true);
    expect(signatures()).toEqual([]);
    draw(60);
    draw(60);
    const done = screen.getByRole('button', { name: en.signature.done });
    fireEvent.click(done);
    fireEvent.click(done);
    await heading(en.thanks.heading);
    expect(signatures()).toHaveLength(1);
  });

  it('takes a typed name from a customer who cannot draw', async () => {
    await openSignature();
    await press(en.signature.typeInstead);
    await userEvent.type(screen.getByLabelText(en.signature.name), 'A{Enter}');
    expect(screen.getByText(en.signature.nameMissing)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(en.signature.name), 'da Moore {Enter}');
    await heading(en.thanks.heading);
    expect(signatures().map(({ body }) => body)).toEqual([{ id: 'sig-1', typedName: 'Ada Moore' }]);
  });

  it('keeps a signature without a connection, also over a restart, and sends it once it is back', async () => {
    await openSignature();
    draw(200);
    answer = null;
    await press(en.signature.done);
    await heading(en.kept.heading);
    cleanup();

    show();
    await heading(en.list.empty);
    expect(screen.getByText(/1 signature is kept on this tablet/)).toBeTruthy();
    answer = ok({});
    waiting = [];
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/kept on this tablet/)).toBeNull());
    expect(new Set(signatures().map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
    expect(localStorage.getItem('signature.unsent')).toBe('[]');
  });

  it('sends a signature once at a time on a slow connection', async () => {
    const slow = Promise.withResolvers<StubAnswer>();
    await openSignature();
    draw(200);
    sent = stubFetch({ ...answers, 'PUT /signature': () => slow.promise });
    await press(en.signature.done);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText(en.signature.sending)).toBeTruthy();
    slow.resolve(ok({}));
    await heading(en.thanks.heading);
    expect(signatures()).toHaveLength(1);
  });

  it('thanks the customer who waited for the connection', async () => {
    await openSignature();
    draw(200);
    answer = { status: 503, body: null };
    await press(en.signature.done);
    await heading(en.kept.heading);
    answer = ok({});
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await heading(en.thanks.heading)).toBeTruthy();
  });

  it.each([
    ['already_signed', en.error.already_signed],
    ['signature_cancelled', en.error.signature_cancelled],
    ['signature_not_found', en.error.other],
  ])('says that an error occurred if the cloud refuses it: %s', async (code, sentence) => {
    await openSignature();
    draw(200);
    answer = fails(409, code, 'No');
    await press(en.signature.done);
    await heading('An error occurred processing your request');
    expect(screen.getByText(sentence)).toBeTruthy();
    waiting = [];
    await press(en.error.back);
    await screen.findByRole('heading', { name: /agreement|plate/ });
    expect(localStorage.getItem('signature.unsent')).toBe('[]');
  });

  it('closes an agreement that was withdrawn', async () => {
    await openSignature();
    waiting = [];
    await hint();
    expect(await screen.findByText(en.agreement.gone)).toBeTruthy();
  });

  it('asks once for the terminal if it was enrolled without one', async () => {
    terminal = null;
    show();
    await press('Detail1');
    await heading(en.list.empty);
    expect(sent.find(({ path }) => path.startsWith('/signature'))?.path).toBe('/signature?terminal=Detail1');
    expect(sent.find(({ path }) => path === '/live/ticket')?.body).toEqual({ topic: 'signatures', filter: { terminal: 'Detail1' } });
    cleanup();
    show();
    await heading(en.list.empty);
    cleanup();
    window.history.replaceState(null, '', '/signatureSystem?terminal=choose');
    show();
    await heading(en.terminal.heading);
  });

  it('speaks Spanish by hand', async () => {
    waiting = [request];
    show();
    await heading(en.agreement.heading);
    await press('Español');
    await heading('Su acuerdo');
    expect(screen.getByRole('article').textContent).toContain('3 meses');
  });
});

/** A browser's service workers. */
class FakeWorkers extends EventTarget {
  registration = { update: vi.fn(async () => undefined), unregister: vi.fn(async () => true) };
  register = vi.fn(async () => this.registration);
  getRegistration = vi.fn(async () => this.registration);
  controller = {};
}

describe('the copy for a start without a connection', () => {
  let workers: FakeWorkers;
  beforeEach(() => {
    workers = new FakeWorkers();
    vi.stubEnv('PROD', true);
    vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: workers } }));
    vi.stubGlobal('caches', { keys: async () => ['signature-page-v1'], delete: vi.fn(async () => true) });
  });
  afterEach(() => void vi.unstubAllEnvs());

  it('is kept by a tablet, checked at each start', async () => {
    show();
    await heading(en.list.empty);
    await waitFor(() => expect(workers.registration.update).toHaveBeenCalledOnce());
    expect(workers.register.mock.calls).toEqual([['/signature-worker.js', { scope: '/signatureSystem', updateViaCache: 'none' }]]);
  });

  it('is removed from a browser that is no tablet, as after it was revoked', async () => {
    sent = stubFetch({ ...answers, 'GET /device/current': ok({ device: null }) });
    show();
    await heading(en.notEnrolled.heading);
    await waitFor(() => expect(caches.delete).toHaveBeenCalledWith('signature-page-v1'));
    expect(workers.registration.unregister).toHaveBeenCalledOnce();
    expect(workers.register).not.toHaveBeenCalled();
  });

  it('says at a start without a connection that a signature is kept, and continues by itself', async () => {
    localStorage.setItem('signature.unsent', JSON.stringify([{ id: 'sig-1', signed: { typedName: 'Ada Moore' } }]));
    sent = stubFetch({});
    show();
    expect(await screen.findByText(en.offline)).toBeTruthy();
    expect(screen.getByText(/1 signature is kept on this tablet/)).toBeTruthy();
    sent = stubFetch(answers);
    act(() => void window.dispatchEvent(new Event('online')));
    await heading(en.list.empty);
    await waitFor(() => expect(signatures().map(({ body }) => body)).toEqual([{ id: 'sig-1', typedName: 'Ada Moore' }]), {
      timeout: 8_000,
    });
  });
});

describe('a browser that is no tablet', () => {
  it('shows nothing more once it was revoked', async () => {
    let isRevoked = false;
    waiting = [request];
    sent = stubFetch({
      ...answers,
      'GET /device/current': () => ok({ device: isRevoked ? null : { ...device, terminal } }),
      'GET /signature': () => (isRevoked ? fails(401, 'unauthorized', 'Sign in') : ok({ signatures: waiting })),
    });
    show();
    await heading(en.agreement.heading);
    isRevoked = true;
    await hint();
    expect(await heading(en.notEnrolled.heading)).toBeTruthy();
    expect(screen.queryByText('ABC123-IL')).toBeNull();
  });

  it.each([
    ['is not enrolled', null, en.notEnrolled.sentence],
    ['is a register', { ...device, kind: 'register' }, en.notEnrolled.otherKind],
  ])('that %s is told what to do', async (_name, current, sentence) => {
    sent = stubFetch({ ...answers, 'GET /device/current': ok({ device: current }) });
    show();
    await screen.findByText(sentence);
    expect(sent.some(({ path }) => path.startsWith('/signature'))).toBe(false);
  });

  it('has no connection', async () => {
    sent = stubFetch({});
    show();
    expect(await screen.findByText(en.offline)).toBeTruthy();
  });
});

describe('an unattended tablet', () => {
  it('stays on the page: Back leads nowhere, and there is no link', async () => {
    waiting = [request];
    show();
    await heading(en.agreement.heading);
    expect(screen.queryAllByRole('link')).toEqual([]);
    const push = vi.spyOn(window.history, 'pushState');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(push).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: en.agreement.heading })).toBeTruthy();
  });

  it('takes the lock of the screen again when it is visible again', async () => {
    const take = vi.fn(async () => ({ release: async () => undefined }));
    vi.stubGlobal('navigator', Object.create(navigator, { wakeLock: { value: { request: take } } }));
    show();
    await heading(en.list.empty);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(take.mock.calls).toEqual([['screen'], ['screen']]);
  });

  it('reports an error and starts again', async () => {
    vi.spyOn(console, 'error').mockImplementation(noop);
    sent = stubFetch({ ...answers, 'GET /receipt/agreement/*': ok({ ...agreement, terms: null }) });
    waiting = [request];
    show();
    await heading('Something went wrong.');
    await waitFor(() => expect(sent.some(({ path }) => path === '/status/error')).toBe(true));
  });
});
