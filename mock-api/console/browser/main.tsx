import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { mutate } from 'swr';
import { App } from './App.tsx';
import { createMockConnection } from './mockConnection.ts';

// After a reload of the contract or the data, everything that was fetched is fetched again.
const connection = createMockConnection(() => void mutate(() => true));
const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root".');

createRoot(root).render(
  // A field that is bound to the URL must be rendered at once.
  <BrowserRouter useTransitions={false}>
    <App connection={connection} />
  </BrowserRouter>,
);
