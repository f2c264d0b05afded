import { useEffect } from 'react';

/** As in `theme/frame.scss`, where the header's links have room beside the logo. */
const wideScreen = '(min-width: 992px)';

/** Calls back when the window grows from narrow to wide. */
export function useWideScreen(onWide: () => void): void {
  useEffect(() => {
    const query = window.matchMedia(wideScreen);
    const listener = () => {
      if (query.matches) onWide();
    };
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }, [onWide]);
}
