import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { searchCustomers } from '@washdesk/contracts/members/customer';
import { searchValueMissing } from '@washdesk/rules/customers/search-term';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { ChosenSubscription } from './chosen-subscription.tsx';
import { FoundSubscribers } from './found-subscribers.tsx';
import styles from './schedule-release.module.css';

const typed = z.object({ term: z.string().regex(/\S/, searchValueMissing) }).pipe(z.object({ term: searchCustomers.params.shape.term }));
const subscriptionId = /^sub_\w+$/;

/** /office/schedulerelease: releases a scheduled price increase (docs/rules/billing.md#price-increases). */
export function ScheduleReleaseScreen() {
  const [search, setSearch] = useState<{ term: string; round: number } | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const form = useZodForm({
    schema: typed,
    initial: { term: '' },
    onSubmit: ({ term }) => {
      setSearch((before) => ({ term, round: (before?.round ?? 0) + 1 }));
      setChosen(subscriptionId.test(term) ? term : null);
    },
  });
  useHotkey('F2', form.submit);
  return (
    <Page title="Schedule Release">
      <form className={styles.search} role="search" aria-label="Subscriptions" noValidate onSubmit={form.submit}>
        <TextField
          control={form.control}
          name="term"
          label="Name, Plate or Subscription Id"
          hint="With a scheduled price increase"
          maxLength={80}
          spellCheck={false}
          autoFocus
        />
        <Button type="primary" size="large" htmlType="submit" aria-keyshortcuts="F2">
          Lookup
          <KeyHint>F2</KeyHint>
        </Button>
      </form>
      {search && chosen === null && <FoundSubscribers key={search.round} term={search.term} onChoose={setChosen} />}
      {search && chosen !== null && (
        <ChosenSubscription
          key={`${search.round} ${chosen}`}
          id={chosen}
          onBack={subscriptionId.test(search.term) ? null : () => setChosen(null)}
        />
      )}
    </Page>
  );
}
