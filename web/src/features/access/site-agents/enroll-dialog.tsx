import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import type { RefusedCode, SiteAgent } from '@washdesk/contracts/access/site-agent';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Field } from '../../../components/input/field.tsx';
import { EnrollSteps } from './enroll-steps.tsx';
import { useCreateAgentCodeMutation } from './site-agents-api.ts';
import styles from './site-agents.module.css';

interface EnrollDialogProps {
  agents: readonly SiteAgent[];
  refused: readonly RefusedCode[];
  download: string | null;
  /** The site that was chosen in the list. */
  site: number | null;
  onClose: () => void;
}

/** Creates the code of a site and shows the steps at the site's computer. */
export function EnrollDialog({ agents, refused, download, site: given, onClose }: EnrollDialogProps) {
  const [site, setSite] = useState(given);
  const [create, { data, error, isLoading }] = useCreateAgentCodeMutation();
  /** As it was when the code was created. */
  const [before, setBefore] = useState<{ agent: SiteAgent; lastRefused: string | null } | null>(null);
  const chosen = agents.find((agent) => agent.site === site);
  const options = agents.map((agent) => ({ value: agent.site, label: `${agent.name} (${agent.site})` }));
  const submit = async (): Promise<void> => {
    if (!chosen) return;
    setBefore({ agent: chosen, lastRefused: refused[0]?.at ?? null });
    await create({ params: { site: String(chosen.site) } });
  };
  return (
    <Modal
      open
      title={data && chosen ? `Enroll ${chosen.name}` : 'Enroll a site'}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      width={560}
    >
      {data && before ? (
        <EnrollSteps
          code={data.code}
          expires={data.expires}
          download={download}
          before={before.agent}
          lastRefused={before.lastRefused}
          onDone={onClose}
        />
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Field label="Site">
            {(bound) => (
              <Select
                {...bound}
                size="large"
                autoFocus={given === null}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="Choose a site"
                options={options}
                value={site}
                onChange={setSite}
              />
            )}
          </Field>
          {chosen?.certificate && (
            <p className={styles.plain}>
              {chosen.certificate.host} is enrolled for this site. It stays connected until another computer uses the code, and is revoked
              then.
            </p>
          )}
          {chosen?.codeExpires && <p className={styles.plain}>The open code of this site stops working.</p>}
          {error && !isLoading && <Failure title="Couldn’t create the code" error={error} />}
          <Button type="primary" htmlType="submit" size="large" block autoFocus={given !== null} disabled={!chosen} loading={isLoading}>
            Create Code
          </Button>
        </form>
      )}
    </Modal>
  );
}
