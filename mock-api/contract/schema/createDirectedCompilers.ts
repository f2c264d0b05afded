import { createSchemaCompiler } from './compileSchema.ts';
import { directedDocument } from './directedDocument.ts';

/** Creates the functions that compile the schemas of a document for requests, for responses, and for either. */
export function createDirectedCompilers(document: Record<string, unknown>) {
  const compileAny = createSchemaCompiler(document);
  const requestDocument = directedDocument(document, 'request');
  const responseDocument = directedDocument(document, 'response');
  const compileRequest = compilerFor(requestDocument);
  const compileResponse = compilerFor(responseDocument);
  return { requestDocument, compileRequest, responseDocument, compileResponse, compile };

  function compilerFor(directed: Record<string, unknown>) {
    return directed === document ? compileAny : createSchemaCompiler(directed);
  }

  /** A shared schema applies to requests and responses; its examples may be of either. */
  function compile(pointer: string) {
    if (/\/(responses|headers)\//.test(pointer)) return compileResponse(pointer);
    return /\/(requestBody|requestBodies|parameters)\//.test(pointer)
      ? compileRequest(pointer)
      : compileAny(pointer);
  }
}
