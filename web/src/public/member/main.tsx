import '../public.css';
import { startPage } from '../lib/start-page.tsx';
import { MemberPage } from './member-page.tsx';
import { dictionaries } from './texts/texts.ts';

await startPage(dictionaries, <MemberPage />);
