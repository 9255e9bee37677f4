import type { z } from 'zod';
import type { Device, enrolmentPreview } from '@washdesk/contracts/access/device';
import { known } from '../../../lib/api/newer-cloud.ts';
import styles from './enrolment-facts.module.css';

export const kindNames: Record<Device['kind'], string> = { register: 'register', tablet: 'tablet', lane_board: 'lane board' };

/** The purpose of each kind of device. */
const purposes: Record<Device['kind'], string> = {
  register: 'Cashiers sign in here with their employee number.',
  tablet: 'Customers sign their agreement here.',
  lane_board: 'Shows who drives into the lane.',
};

/** Shows what the link makes of this browser, before the button is pressed. */
export function EnrolmentFacts({ preview: { kind, name, siteName, terminal } }: { preview: z.output<typeof enrolmentPreview.response> }) {
  return (
    <>
      <p>
        This browser will be the {known(kindNames, kind, 'device')} <strong>{name}</strong> at <strong>{siteName}</strong>.{' '}
        {known(purposes, kind, '')}
      </p>
      <dl className={styles.facts}>
        <dt>Site</dt>
        <dd>{siteName}</dd>
        <dt>Terminal</dt>
        <dd>{terminal ?? 'None'}</dd>
      </dl>
    </>
  );
}
