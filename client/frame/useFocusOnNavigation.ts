import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the page's heading when the address changes, as a new document would. */
export function useFocusOnNavigation(): void {
  const { key } = useLocation();
  const lastKey = useRef(key);

  useEffect(() => {
    if (key === lastKey.current) return;
    lastKey.current = key;
    document.querySelector('h1')?.focus();
  }, [key]);
}
