import { Input, Select } from 'antd';
import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Section } from '../../../../components/layout/section.tsx';
import { TimelinePages } from './timeline-pages.tsx';
import styles from './timeline.module.css';

const choices = [
  { value: '', label: 'All activity' },
  { value: 'wash,gate', label: 'Washes and gates' },
  { value: 'charge,refund,dispute', label: 'Payments and refunds' },
  { value: 'plan', label: 'Plan changes' },
  { value: 'note,message', label: 'Notes and messages' },
  { value: 'print,signature', label: 'Prints and signatures' },
  { value: 'account', label: 'Profile changes' },
];

/** The customer's events, newest first. */
export function TimelineTab({ customer: { id } }: { customer: CustomerDetail }) {
  const [kinds, setKinds] = useState('');
  const [text, setText] = useState('');
  return (
    <Section
      title="Timeline"
      actions={
        <>
          <Input.Search
            aria-label="Search the timeline"
            placeholder="Search"
            className={styles.filter}
            maxLength={80}
            allowClear
            onSearch={(typed) => setText(typed.trim())}
          />
          <Select aria-label="Show in the timeline" className={styles.filter} value={kinds} onChange={setKinds} options={choices} />
        </>
      }
    >
      <TimelinePages key={`${kinds} ${text}`} id={id} kinds={kinds} text={text} />
    </Section>
  );
}
