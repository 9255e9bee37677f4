import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { dollarsToCents } from '@washdesk/rules/billing/money';

/** The sale with which a register opened the app (docs/rules/screens.md#sale). */
export interface SaleContext {
  customerId: string | null;
  /** Dollars as the register wrote them ('-12.50'). */
  amount: string | null;
  /** Integer cents; null if `amount` is missing or not dollars. */
  amountCents: number | null;
  saleid: string | null;
  xptUser: string | null;
  returnToRedeem: boolean;
}

/** How this window was opened: with which sale, and from where. */
export interface RegisterContext {
  sale: SaleContext | null;
  /** The Sitewatch terminal that a sale named last: it stays known when the sale is done. */
  terminal: string | null;
  /** The query named `dxt`. */
  dxt: boolean;
  referrer: string;
}

export interface RegisterContextRoot {
  registerContext: RegisterContext;
}

/**
 * Reads a query string; names count in any case, as registers write them. A sale is there as soon as one of its
 * parameters is.
 */
export function readSale(query: string): SaleContext | null {
  const values = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
  const value = (name: string) => values.get(name) || null;
  if (!['customerid', 'amount', 'saleid', 'xptuser'].some((name) => values.has(name))) return null;
  const amount = values.get('amount') ?? null;
  return {
    customerId: value('customerid'),
    amount,
    amountCents: amount === null ? null : dollarsToCents(amount),
    saleid: value('saleid'),
    xptUser: value('xptuser'),
    returnToRedeem: ['true', 'yes', '1'].includes((value('returntoredeem') ?? '').toLowerCase()),
  };
}

/** Whether a query names a sale, and not the register's terminal alone. */
export function namesSale(query: string): boolean {
  const sale = readSale(query);
  return sale !== null && (sale.amount !== null || sale.saleid !== null || sale.customerId !== null);
}

export function readRegisterContext(query: string, referrer: string): RegisterContext {
  const sale = readSale(query);
  const dxt = [...new URLSearchParams(query).keys()].some((name) => name.toLowerCase() === 'dxt');
  return { sale, terminal: sale?.xptUser ?? null, dxt, referrer };
}

/** Whether the user came from DXT, according to the query or the referrer. */
export function cameFromDxt({ dxt, referrer }: RegisterContext, dxtUrl: string): boolean {
  return dxt || referrer === dxtUrl || referrer.startsWith(dxtUrl.endsWith('/') ? dxtUrl : `${dxtUrl}/`);
}

/** The context of a window that was opened by hand. */
const noRegister: RegisterContext = { sale: null, terminal: null, dxt: false, referrer: '' };

export const registerContextSlice = createSlice({
  name: 'registerContext',
  initialState: noRegister,
  reducers: {
    /** An address with a sale in its query replaces the sale; any other keeps it, through sign-in and screens. */
    addressOpened: (state, { payload: query }: PayloadAction<string>) => {
      state.sale = readSale(query) ?? state.sale;
      state.terminal = state.sale?.xptUser ?? state.terminal;
    },
    saleDone: (state) => {
      state.sale = null;
    },
  },
});

export const { addressOpened, saleDone } = registerContextSlice.actions;

export const selectRegisterContext = ({ registerContext }: RegisterContextRoot): RegisterContext => registerContext;
export const selectSale = ({ registerContext }: RegisterContextRoot): SaleContext | null => registerContext.sale;
export const selectSaleTerminal = ({ registerContext }: RegisterContextRoot): string | null => registerContext.terminal;
