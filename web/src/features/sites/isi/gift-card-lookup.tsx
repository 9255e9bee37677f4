import { Alert, Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { Facts } from './facts.tsx';
import { centsOf, deductedWords, GiftCardDeduction, mostOf, StillChecking } from './gift-card-deduction.tsx';
import { useFindGiftCardsMutation } from './isi-api.ts';
import { useDeduction, type DeductionRequest } from './use-deduction.ts';
import styles from './isi.module.css';

interface Found {
  code: string;
  cards: GiftCard[];
  /** Oldest first. */
  deductions: readonly DeductionRequest[];
}

/** Looks a gift card up and deducts from it. */
export function GiftCardLookup() {
  const [found, setFound] = useState<Found | null>(null);
  if (found === null) return <SearchForm onFound={setFound} />;
  return <FoundCards found={found} onChange={setFound} onAgain={() => setFound(null)} />;
}

const typed = z.object({ code: z.string().trim() });

function SearchForm({ onFound }: { onFound: (found: Found) => void }) {
  const [find, { data, error, isLoading, reset }] = useFindGiftCardsMutation();
  const form = useZodForm({
    schema: typed,
    initial: { code: '' },
    onChange: () => reset(),
    onSubmit: async ({ code }) => {
      if (code === '') return;
      const { data: cards } = await find({ params: { code } });
      if (cards && cards.length > 0) onFound({ code, cards, deductions: [] });
    },
  });
  const isEmpty = useValues(form.control).code.trim() === '';
  useHotkey(isEmpty ? null : 'F2', form.submit);
  return (
    <div className={styles.found}>
      <form className={styles.search} role="search" aria-label="Gift cards in Sitewatch" noValidate onSubmit={form.submit}>
        <TextField
          control={form.control}
          name="code"
          label="Gift Card Code"
          maxLength={40}
          spellCheck={false}
          autoFocus
          onType={(text) => form.change({ code: text.toUpperCase() })}
        />
        <Button type="primary" size="large" htmlType="submit" disabled={isEmpty} loading={isLoading} aria-keyshortcuts="F2">
          Search Giftcard
          <KeyHint>F2</KeyHint>
        </Button>
      </form>
      {error && !isLoading && <Failure error={error} onRetry={() => form.submit()} />}
      {data?.length === 0 && !isLoading && <NothingFound>Giftcard code not found</NothingFound>}
    </div>
  );
}

interface FoundCardsProps {
  found: Found;
  onChange: (found: Found) => void;
  onAgain: () => void;
}

function FoundCards({ found: { code, cards, deductions }, onChange, onAgain }: FoundCardsProps) {
  const last = deductions.at(-1);
  const isSpent = mostOf(cards) === 0;
  return (
    <div className={styles.found}>
      <Section
        // a completed deduction resets the amounts and places the focus
        key={deductions.length}
        title={`Giftcard ${code}`}
        flush
        actions={
          <Button autoFocus={isSpent} onClick={onAgain}>
            Search Again
          </Button>
        }
      >
        <Cards
          code={code}
          cards={cards}
          last={last?.card}
          onDeducted={(after, request) => onChange({ code, cards: after, deductions: [...deductions, request] })}
        />
      </Section>
      <div aria-live="polite">{last && <Alert type="success" showIcon title={deductedWords(last)} />}</div>
    </div>
  );
}

interface CardsProps {
  code: string;
  /** All cards of the code. */
  cards: GiftCard[];
  /** The id of the card deducted last. */
  last: number | undefined;
  /** Receives the updated cards. */
  onDeducted: (cards: GiftCard[], request: DeductionRequest) => void;
}

/** Each card with its own Deduct. Cards without an id, from an older agent, share one, which deducts by code. */
function Cards({ code, cards, last, onDeducted }: CardsProps) {
  const deductions = useDeduction(code, onDeducted);
  const { state, unheard, send } = deductions;
  const haveIds = cards.every(({ OBJID }) => OBJID !== undefined);
  const groups = haveIds ? cards.map((card) => [card]) : [cards];
  const withBalance = groups.filter((group) => mostOf(group) > 0);
  const next = withBalance.find(([card]) => last !== undefined && card?.OBJID === last) ?? withBalance[0];
  return (
    <>
      {groups.map((group) => {
        const id = haveIds ? group[0]?.OBJID : undefined;
        return (
          <div key={id ?? code} role="group" aria-label={id === undefined ? `Giftcard ${code}` : `Card ${id}`} className={styles.card}>
            {group.map((card, place) => (
              <CardFacts key={card.OBJID ?? place} card={card} />
            ))}
            {unheard === null && <GiftCardDeduction card={id} cards={group} deductions={deductions} autoFocus={group === next} />}
          </div>
        );
      })}
      {unheard !== null && <StillChecking request={unheard} onCheck={() => void send(unheard)} />}
      {state.kind === 'refused' && (
        <div className={styles.card}>
          <Failure title="Couldn’t deduct the amount" error={state.failure} />
        </div>
      )}
    </>
  );
}

function CardFacts({ card: { OBJID, CODE, PLANNAME, CREDIT, USED, BALANCE } }: { card: GiftCard }) {
  return (
    <Facts
      facts={[
        ['Card', OBJID === undefined ? null : String(OBJID)],
        ['Code', CODE],
        ['Type', PLANNAME],
        ['Original balance', centsToDollars(centsOf(CREDIT))],
        ['Used', centsToDollars(Math.abs(centsOf(USED)))],
        ['Remaining balance', centsToDollars(centsOf(BALANCE))],
      ]}
    />
  );
}
