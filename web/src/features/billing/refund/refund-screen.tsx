import { Button, type InputRef } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { z } from 'zod';
import { charge as chargeSchema, type Charge } from '@washdesk/contracts/billing/charge';
import type { CalendarDate } from '@washdesk/rules/dates/dates';
import { Prompt } from '../../../components/feedback/prompt.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { AfterFirstPaint } from '../../../components/layout/after-first-paint.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import type { ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { useCustomerCardsQuery } from '../../../domain/customers/customer-api.ts';
import { persistedRefund } from '../../../domain/refund/persisted-refund.ts';
import { RefundDialog, type RefundDialogProps } from '../../../domain/refund/refund-dialog.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { useMayChooseSite } from '../../../domain/sites/site-field.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { clearPersisted, readPersisted, usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import type { SaleContext } from '../../../lib/register-context.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { ChargesFound } from './charges-found.tsx';
import { OpenRefundDialog } from './open-refund-dialog.tsx';
import { chargeSearch, initialSearch } from './refund-search.ts';
import { SaleToRefund } from './sale-to-refund.tsx';
import { SearchForm } from './search-form.tsx';
import { useRefundSale } from './use-refund-sale.ts';

/** The open dialog; a reload opens it again. */
const openDialog = z.union([z.object({ charge: chargeSchema }), z.literal('open')]);
type OpenDialog = z.infer<typeof openDialog> | null;
/** The open dialog as stored, with its register's sale. */
const storedDialog = z.object({ dialog: openDialog, saleid: z.string().nullable() }).nullable();
type StoredDialog = z.infer<typeof storedDialog>;

/** /refund: finds a charge and refunds it, or refunds to a card (docs/rules/billing.md#refunds). */
export function RefundScreen() {
  const clock = useSiteClock();
  return clock.known ? <RefundDesk today={clock.today()} /> : <PageSkeleton />;
}

function RefundDesk({ today }: { today: CalendarDate }) {
  const { sale, left, refunded } = useRefundSale();
  const site = useSession()?.site ?? null;
  const choosesSite = useMayChooseSite();
  const first = () => initialSearch(left, today, site);
  /** The current search; null before the first one. The number distinguishes one press from the next. */
  const [asked, setAsked] = useState(() => (sale ? { number: 0, search: chargeSearch(first()) } : null));
  const [dialog, setDialog] = useOpenDialog(sale);
  const amountBox = useRef<InputRef>(null);
  const ask = (search: ChargeSearch): void => setAsked((before) => ({ number: (before?.number ?? 0) + 1, search }));
  const openRefund = (): void => setDialog('open');
  const dialogProps = {
    sale: sale && { saleid: sale.saleid, amountCents: left ?? 0 },
    onRefunded: refunded,
    onClose: () => setDialog(null),
  };
  useHotkey(dialog === null ? 'F10' : null, openRefund);
  useFocusAfter(dialog !== null, amountBox);

  return (
    <Page
      title="Refund"
      actions={
        <Button size="large" onClick={openRefund} aria-keyshortcuts="F10">
          Process Open Refund
          <KeyHint>F10</KeyHint>
        </Button>
      }
    >
      {sale && <SaleToRefund sale={sale} left={left ?? 0} />}
      <SearchForm
        first={first}
        amountBox={amountBox}
        choosesSite={choosesSite}
        keysAway={dialog !== null}
        onSearch={ask}
        onClear={() => setAsked(null)}
      />
      {asked === null ? (
        <Prompt>Search for the charge by amount and date.</Prompt>
      ) : (
        <AfterFirstPaint>
          <ChargesFound key={asked.number} search={asked.search} onRefund={(charge: Charge) => setDialog({ charge })} />
        </AfterFirstPaint>
      )}
      {dialog === 'open' && <OpenRefundDialog {...dialogProps} />}
      {dialog !== null && dialog !== 'open' && <ChargeRefund key={dialog.charge.id} charge={dialog.charge} {...dialogProps} />}
    </Page>
  );
}

/**
 * Returns the open dialog. A reload during a refund opens it again, except if the refund is finished, or if the dialog belongs to an
 * earlier sale and has sent nothing.
 */
function useOpenDialog(sale: SaleContext | null): [OpenDialog, (dialog: OpenDialog) => void] {
  const owner = useSession()?.user.userid ?? '';
  const [stored, store] = usePersistedState<StoredDialog>('refund.dialog', storedDialog, null);
  const [past] = useState(() => (stored !== null && isPast(stored, sale?.saleid ?? null, owner) ? stored : null));
  const isOver = past !== null && stored === past;
  useLayoutEffect(() => {
    if (!isOver) return;
    clearPersisted(refundNameOf(past.dialog));
    store(null);
  }, [isOver, past, store]);
  const open = (dialog: OpenDialog): void => store(dialog && { dialog, saleid: sale?.saleid ?? null });
  return [isOver ? null : (stored?.dialog ?? null), open];
}

const refundNameOf = (dialog: NonNullable<OpenDialog>): string => (dialog === 'open' ? 'refund.open' : `refund.${dialog.charge.id}`);

function isPast({ dialog, saleid }: NonNullable<StoredDialog>, saleNow: string | null, owner: string): boolean {
  const refund = readPersisted(refundNameOf(dialog), owner, persistedRefund);
  if (refund?.sent) return false;
  if (refund?.made)
    return refund.made.printed !== null && refund.made.tender?.outcome?.ok !== false && refund.made.tender?.outcome !== null;
  return saleNow !== null && saleNow !== saleid;
}

/** Focuses the box for the next sale when a dialog has closed; an open dialog has the focus itself. */
function useFocusAfter(dialogOpen: boolean, box: RefObject<InputRef | null>): void {
  const wasOpen = useRef(dialogOpen);
  // A layout effect, because the next key may come before a later effect.
  useLayoutEffect(() => {
    if (wasOpen.current && !dialogOpen) box.current?.focus({ cursor: 'all' });
    wasOpen.current = dialogOpen;
  }, [dialogOpen, box]);
}

/** Refunds a found charge; also shows the customer's current card. */
function ChargeRefund({ charge, ...rest }: Omit<RefundDialogProps, 'currentFingerprint'> & { charge: Charge }) {
  const { customer } = charge;
  const { data } = useCustomerCardsQuery({ params: { id: customer?.id ?? '' } }, { skip: customer === null });
  const current = data && (data.cards.find((card) => card.default)?.details.fingerprint ?? null);
  return <RefundDialog charge={charge} currentFingerprint={current} {...rest} />;
}
