import '../public.css';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { LocalPage } from './local-page.tsx';
import { texts } from './texts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('Element #root not found');
createRoot(root).render(
  <ErrorBoundary texts={texts.broken} onCaught={(error) => console.error(error)}>
    <LocalPage />
  </ErrorBoundary>,
);
