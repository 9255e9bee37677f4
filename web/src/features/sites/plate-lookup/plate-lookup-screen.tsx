import { Alert, Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import type { clubPlan } from '@washdesk/contracts/lane/redeem';
import { codeText } from '@washdesk/contracts/values';
import { searchValueMissing } from '@washdesk/rules/customers/search-term';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useConfigQuery } from '../../../lib/startup-api.ts';
import { FoundPlan } from './found-plan.tsx';
import { useLookUpClubPlanMutation } from './plate-lookup-api.ts';
import styles from './plate-lookup.module.css';

type ClubPlan = z.output<typeof clubPlan.response>;

const typed = z.object({ code: z.string().regex(/\S/, searchValueMissing) }).pipe(z.object({ code: codeText }));

/** /office/platelookup: finds and ends the club plan of a plate or tag in the site's Sitewatch (docs/rules/sites.md#club-plans). */
export function PlateLookupScreen() {
  const { data: config } = useConfigQuery();
  const terminal = useSession()?.terminal ?? config?.configOptions?.defaultWashTerminal;
  const [lookUp, { error, isLoading, reset }] = useLookUpClubPlanMutation();
  const [found, setFound] = useState<{ code: string; plan: ClubPlan } | null>(null);
  const [canceled, setCanceled] = useState(false);
  const form = useZodForm({
    schema: typed,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      setFound(null);
      setCanceled(false);
      const query = { type: 'WASH', ...(terminal && { terminalname: terminal }) };
      const { data: plan } = await lookUp({ params: { code }, query });
      if (plan) setFound({ code, plan });
    },
  });
  useHotkey('F2', form.submit);
  return (
    <Page title="Plate Lookup">
      <form className={styles.search} role="search" aria-label="Club plans" noValidate onSubmit={form.submit}>
        <TextField
          control={form.control}
          name="code"
          label="Plate or Tag"
          hint="Such as ABC123-IL or 12345+678901"
          maxLength={20}
          spellCheck={false}
          autoFocus
          onType={(text) => form.change({ code: text.toUpperCase() })}
        />
        <Button type="primary" size="large" htmlType="submit" loading={isLoading} aria-keyshortcuts="F2">
          Lookup
          <KeyHint>F2</KeyHint>
        </Button>
      </form>
      {error && !isLoading && <NotLookedUp error={error} onRetry={() => form.submit()} />}
      <div aria-live="polite">{canceled && <Alert type="success" showIcon title="Club Plan has been Canceled in sitewatch" />}</div>
      {found?.plan.active && (
        <FoundPlan
          key={found.code}
          code={found.code}
          plan={found.plan}
          onCanceled={() => {
            setCanceled(true);
            setFound(null);
            reset();
          }}
        />
      )}
      {found && !found.plan.active && <NothingFound>No Active Club Plan Found For this Plate/Tag</NothingFound>}
    </Page>
  );
}

function NotLookedUp({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const detail = isCallFailure(error) ? error.message : '';
  if (detail === '') return <Failure error={error} otherwise="Failed to Lookup Plate/Tag" onRetry={onRetry} />;
  return <Failure error={{ ...(error as object), message: `Error Looking up Plate/Tag: ${detail}` }} onRetry={onRetry} />;
}
