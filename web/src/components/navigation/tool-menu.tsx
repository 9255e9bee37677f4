import { Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import styles from './tool-menu.module.css';

export interface Tool {
  label: string;
  description: string;
  group: string;
  to: string;
}

/** A menu of links to screens in groups, each with a sentence on its purpose. Enter in the search opens the first one found. */
export function ToolMenu({ tools }: { tools: readonly Tool[] }) {
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const wanted = search.trim().toLowerCase();
  const found = tools.filter(({ label, description }) => `${label} ${description}`.toLowerCase().includes(wanted));
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  return (
    <nav aria-label="All tools">
      <Input.Search
        className={styles.search}
        aria-label="Find a tool"
        placeholder="Find a tool"
        allowClear
        size="large"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onSearch={(_text, _event, info) => {
          if (info?.source === 'input' && wanted && found[0]) void navigate(found[0].to);
        }}
      />
      {found.length === 0 && <p role="status">No tool matches “{search.trim()}”.</p>}
      {groups.map(([group, members]) => (
        <section key={group} aria-label={group}>
          <h2 className={styles.group}>{group}</h2>
          <ul className={styles.menu}>
            {members.map(({ label, description, to }) => (
              <li key={to}>
                <Link className={styles.tool} to={to}>
                  <strong>{label}</strong>
                  <span>{description}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
