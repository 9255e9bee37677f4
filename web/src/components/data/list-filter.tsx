import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import styles from './list-filter.module.css';

interface ListFilterProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

/** Filters a fully loaded list with every key. */
export function ListFilter({ label, placeholder, value, onChange }: ListFilterProps) {
  return (
    <Input
      className={styles.filter}
      size="large"
      allowClear
      prefix={<SearchOutlined aria-hidden="true" />}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
