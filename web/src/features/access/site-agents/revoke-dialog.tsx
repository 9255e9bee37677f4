import { Button, Modal } from 'antd';
import { z } from 'zod';
import { revokeSiteAgent, type SiteAgent } from '@washdesk/contracts/access/site-agent';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useRevokeSiteAgentMutation } from './site-agents-api.ts';
import styles from './site-agents.module.css';

const typed = z.object({ reason: z.string().regex(/\S.*\S.*\S/u, 'Enter a reason') }).pipe(revokeSiteAgent.body);

interface RevokeDialogProps {
  agent: SiteAgent;
  onClose: () => void;
  onDone: () => void;
}

/** Asks why the agent of a site is shut out. */
export function RevokeDialog({ agent: { site, name, certificate }, onClose, onDone }: RevokeDialogProps) {
  const [revoke, { error, isLoading }] = useRevokeSiteAgentMutation();
  const { control, submit } = useZodForm({
    schema: typed,
    initial: { reason: '' },
    failure: isLoading ? null : error,
    onSubmit: async (body) => {
      const { data } = await revoke({ params: { site: String(site) }, body });
      if (data) onDone();
    },
  });
  return (
    <Modal open title={`Revoke the agent of ${name}?`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.plain}>
          {certificate
            ? `${certificate.host} is disconnected within seconds. Gates and Sitewatch of this site can’t be reached until a computer is enrolled again.`
            : 'The open code stops working.'}
        </p>
        <TextField control={control} name="reason" label="Reason" placeholder="PC stolen, PC replaced …" maxLength={200} autoFocus />
        {error && !isLoading && <Failure title="Couldn’t revoke the agent" error={error} />}
        <Button danger type="primary" htmlType="submit" size="large" block loading={isLoading}>
          Revoke Agent
        </Button>
      </form>
    </Modal>
  );
}
