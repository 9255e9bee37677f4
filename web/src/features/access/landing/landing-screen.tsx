import { BarcodeOutlined, GiftOutlined, RollbackOutlined, SearchOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Keypad } from '../../../components/input/keypad.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from './landing.module.css';

interface Start {
  label: string;
  hint: string;
  to: string;
  icon: ReactNode;
}

const starts: readonly Start[] = [
  { label: 'Redeem', hint: 'Scan a plate or tag', to: paths.redeem, icon: <BarcodeOutlined /> },
  { label: 'Search', hint: 'Find a customer', to: paths.search, icon: <SearchOutlined /> },
  { label: 'Refund', hint: 'Refund a charge', to: paths.refund, icon: <RollbackOutlined /> },
  { label: 'ISI', hint: 'Gift cards and coupons', to: paths.isi, icon: <GiftOutlined /> },
];

/** The length of the longest code (docs/rules/members.md#codes). */
const longestNumber = 20;

/** A register's start page: large buttons, and a keypad that searches for a number (docs/rules/screens.md#landing). */
export function LandingScreen() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  return (
    <Page title="Register">
      <div className={styles.landing}>
        <nav className={styles.starts} aria-label="Start">
          {starts.map(({ label, hint, to, icon }) => (
            <Link key={label} className={styles.start} to={{ pathname: to, search }}>
              <span className={styles.icon} aria-hidden="true">
                {icon}
              </span>
              <strong>{label}</strong>
              <span>{hint}</span>
            </Link>
          ))}
        </nav>
        <section className={styles.keypad} aria-label="Search by number">
          <Keypad
            label="Phone, tag or card number"
            value={number}
            onChange={setNumber}
            onOk={() => void navigate({ pathname: paths.search, search: new URLSearchParams({ searchString: number }).toString() })}
            maxLength={longestNumber}
          />
        </section>
      </div>
    </Page>
  );
}
