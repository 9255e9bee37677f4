import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { expect, vi } from 'vitest';
import type { Charge } from '@washdesk/contracts/billing/charge';
import { Role } from '@washdesk/rules/company/roles';
import type { NativeRegister } from '../../../lib/register-bridge/native-register.ts';
import { addressOpened } from '../../../lib/register-context.ts';
import { useConfigQuery, useCurrentDeviceQuery } from '../../../lib/startup-api.ts';
import { stubApi, type StubAnswer, type StubApi } from '../../../testing/api.ts';
import { testCharge } from '../../../testing/charge.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { RefundScreen } from './refund-screen.tsx';

/** A register's sale to pay out. */
export const sale = '?amount=-12.50&saleid=7';

export const found = (charges: Charge[], next: string | null = null): StubAnswer => ({
  body: { results: charges, count: charges.length, more: false, next_page: next },
});
export const refundedAnswer = (amount = 1_250) => ({ body: { id: 're_1', charge: 'ch_1', amount, status: 'succeeded' } });

const joliet = {
  id: 'tml_joliet',
  display_name: 'Joliet',
  metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' },
  time_zone: 'America/Chicago',
};
const merrillville = { ...joliet, id: 'tml_m', display_name: 'Merrillville', metadata: { ...joliet.metadata, site: '27' } };
const configOptions = {
  AllowManualEntry: false,
  redeem: 'yes',
  dashboardUrl: 'https://dashboard.example',
  dxtUrl: null,
  defaultWashTerminal: 'Washcashier1',
  terminals: ['Washcashier1', 'Detail1'],
  tabletTerminals: [],
  carColors: [],
};

/** The app loads its device and the URL's sale before it shows a screen. */
function AfterStartup() {
  const dispatch = useDispatch();
  const { search } = useLocation();
  useState(() => dispatch(addressOpened(search)));
  useConfigQuery();
  return useCurrentDeviceQuery().data ? <RefundScreen /> : null;
}

export const open = (query = '', roles: number = Role.User): void =>
  renderScreen(<AfterStartup />, { path: '/refund', address: `/refund${query}`, roles });
export const reload = (query = ''): void => {
  cleanup();
  open(query);
};

/** Finds a field by label: a role query through antd's tables is slow. */
export const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
export const button = async (words: string) => (await screen.findByText(words)).closest('button')!;
export const refundButton = (amount: string) => screen.findByLabelText(`Refund ${amount}`);
export const dialog = () => waitFor(() => document.querySelector<HTMLElement>('[role="dialog"]') ?? expect.fail('there is no dialog'));

/** A register that prints and tenders, or rejects with the given message. */
export function insideRegister(refuses: { tender?: string } = {}) {
  const asked: { printed: string[]; tendered: object[] } = { printed: [], tendered: [] };
  window.washdeskRegister = {
    version: '3.1.0',
    printReceipt: ({ job }) => (asked.printed.push(job), Promise.resolve()),
    tenderSale: (tender) => (asked.tendered.push(tender), refuses.tender ? Promise.reject(new Error(refuses.tender)) : Promise.resolve()),
    transferToSitewatch: () => Promise.resolve(),
  } satisfies NativeRegister;
  return asked;
}

/** Late evening at the site, when it is the next day elsewhere; one charge of $12.50 is found. */
export function beginTest(): { api: StubApi; user: UserEvent } {
  vi.setSystemTime(new Date('2026-11-22T05:00:00Z'));
  const api = stubApi();
  api.on('GET /device/current', { body: { device: null } });
  api.on('GET /location', { body: { locations: [joliet, merrillville], count: 2 } });
  api.on('GET /config', { body: { publicKey: 'pk', apiVersion: '1', clientVersion: '2', configOptions } });
  api.on('POST /charge/search', found([testCharge('ch_1')]));
  api.on('GET /receipt/re_1/receipt', { body: '<p>Receipt</p>' });
  insideRegister();
  return { api, user: userEvent.setup({ delay: null }) };
}

export function endTest(): void {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  delete window.washdeskRegister;
}
