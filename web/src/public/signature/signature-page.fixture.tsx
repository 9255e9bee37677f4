import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { ok, stubFetch, type SentRequest, type StubAnswer, type StubAnswers } from '../../lib/fetch.fixture.ts';
import { PageTexts } from '../lib/page-texts.tsx';
import { SignaturePage } from './signature-page.tsx';
import { en } from './texts/en.ts';
import { dictionaries } from './texts/texts.ts';

export const device = { id: 'device-1', kind: 'tablet', name: 'West tablet', site: 12, terminal: 'Washcashier1' };
export const request = { id: 'sig-1', plate: 'ABC123-IL', item: 'Super Kiss', price: 2_999, total: 3_239 };
export const agreement = {
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

interface Cloud {
  waiting: object[];
  /** To a signature; null for no connection. */
  answer: StubAnswer | null;
  terminal: string | null;
  sent: SentRequest[];
}

/** What the cloud has and answers, and what it was sent. */
export const cloud: Cloud = { waiting: [], answer: null, terminal: null, sent: [] };

export const answers: StubAnswers = {
  'GET /device/current': () => ok({ device: { ...device, terminal: cloud.terminal } }),
  'GET /config': ok({ apiVersion: '9.9.9', clientVersion: '2.0.891', configOptions: { tabletTerminals: ['Washcashier1', 'Detail1'] } }),
  'GET /signature': () => ok({ signatures: cloud.waiting, count: cloud.waiting.length, next_page: null }),
  'GET /receipt/agreement/*': ok(agreement),
  'POST /live/ticket': ok({ ticket: 't', expiresIn: 30 }),
  'POST /status/error': ok({}),
  'PUT /signature': () => {
    if (!cloud.answer) throw new TypeError('offline');
    return cloud.answer;
  },
};

export const noop = (): void => undefined;
const brush = new Proxy({}, { get: () => noop, set: () => true });

export function show(): void {
  render(
    <PageTexts dictionaries={dictionaries} first={{ language: 'en', texts: en }}>
      <SignaturePage />
    </PageTexts>,
  );
}

export const heading = (name: string) => screen.findByRole('heading', { name });
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
export const signatures = () => cloud.sent.filter(({ method, path }) => method === 'PUT' && path === '/signature');

/** The cloud tells the tablet that its list has changed. */
export async function hint(): Promise<void> {
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  act(() => FakeSocket.opened[0]?.say('signatures'));
}

/** Each test of a file starts with an enrolled tablet, nothing to sign and an empty storage. */
export function onNewTablets(): void {
  beforeEach(() => {
    cloud.waiting = [];
    cloud.answer = ok({});
    cloud.terminal = device.terminal;
    FakeSocket.opened = [];
    localStorage.clear();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => brush as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AAAA');
    vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    cloud.sent = stubFetch(answers);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    window.history.replaceState(null, '', '/');
  });
}
