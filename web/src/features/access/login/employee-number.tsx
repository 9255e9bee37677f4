import { Alert } from 'antd';
import { useState } from 'react';
import { findEmployee, type Employee } from '@washdesk/contracts/sites/sitewatch';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Keypad } from '../../../components/input/keypad.tsx';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';
import styles from './login.module.css';

const loginApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Never cached: an employee may have been added since.
    findEmployee: build.query({ ...fromContract(findEmployee), keepUnusedDataFor: 0 }),
  }),
});

const { useLazyFindEmployeeQuery } = loginApi;

/** The maximum length of an employee number. */
const longestNumber = 9;

/** The keypad for an employee number; finds the employee before the sign-in. */
export function EmployeeNumber({ onFound }: { onFound: (employee: Employee) => void }) {
  const [number, setNumber] = useState('');
  const [find, { data, error, isFetching }] = useLazyFindEmployeeQuery();
  const [answered, setAnswered] = useState(false);
  const change = (digits: string) => {
    setNumber(digits);
    setAnswered(false);
  };
  const lookUp = async () => {
    const found = await find({ params: { number } });
    setAnswered(true);
    if (found.data) onFound(found.data);
    // The next number must not follow the wrong one.
    else if (found.data === false) setNumber('');
  };
  return (
    <div className={styles.steps}>
      <Keypad
        label="Employee number"
        value={number}
        onChange={change}
        onOk={() => void lookUp()}
        maxLength={longestNumber}
        busy={isFetching}
      />
      {answered && error && <Failure title="Failed to lookup Employee" error={error} />}
      {answered && data === false && <Alert type="error" showIcon title="Employee Number not found" />}
    </div>
  );
}
