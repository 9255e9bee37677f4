import { Button, Modal } from 'antd';
import type { z } from 'zod';
import type { customerSignatures } from '@washdesk/contracts/members/signature';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { counted } from '@washdesk/rules/text/counts';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import styles from './tools.module.css';

export type Signature = z.output<typeof customerSignatures.response>['signatures'][number];

/** Shows what a customer signed, with the signature. */
export function SignatureDialog({ signature, onClose }: { signature: Signature; onClose: () => void }) {
  const clock = useSiteClock();
  const {
    signature: image,
    signed,
    sold,
    site,
    terminal,
    plate,
    employee,
    item,
    price,
    total = price,
    duration,
    remark,
    typedName,
  } = signature;
  const when = (time: string): string => `${clock.date(Date.parse(time) / 1_000, site)} ${clock.time(Date.parse(time) / 1_000, site)}`;
  return (
    <Modal
      open
      title="Signature"
      width={520}
      onCancel={onClose}
      footer={
        <Button type="primary" size="large" autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      {image !== null && <img className={styles.signature} src={image} alt="The customer's signature" />}
      {image === null && typedName === null && <p role="status">The signature image is missing.</p>}
      <dl className={styles.facts}>
        <Fact label="Typed name" value={typedName} />
        <Fact label="Signed" value={signed && when(signed)} />
        <Fact label="Sold" value={when(sold)} />
        <Fact label="Plan" value={`${item}, ${monthlyWords({ amount: price, total })}`} />
        <Fact label="Price guarantee" value={counted(duration, 'month')} />
        <Fact label="Plate" value={plate} />
        <div>
          <dt>Site</dt>
          <dd>
            <SiteName site={site} />
            {terminal && `, ${terminal}`}
          </dd>
        </div>
        <Fact label="Employee" value={employee} />
        <Fact label="Remark" value={remark} />
      </dl>
    </Modal>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (!value) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
