import { type PreparedDocuments, prepareDocuments } from '../../../server/page/documents.ts';

const documentsByInput = new Map<string, PreparedDocuments>();

/** Prepares the documents once for the same input, because it takes most of the time of a start. */
export const prepareDocumentsOnce: typeof prepareDocuments = (
  { settings, cspReportUrl },
  files,
) => {
  const key = JSON.stringify([settings, cspReportUrl, files]);
  const prepared = documentsByInput.get(key) ?? prepareDocuments({ settings, cspReportUrl }, files);
  documentsByInput.set(key, prepared);
  return prepared;
};
