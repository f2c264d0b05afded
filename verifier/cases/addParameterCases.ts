import { mayBeMissing, type Parameter } from '#contract';
import { forwardedHeaders } from '../send/forwardedHeaders.ts';
import { addQuery, type WireRequest } from '../send/wireRequest.ts';
import { inventedId, isFreeText } from './baseValues.ts';
import type { CaseChange, CaseList } from './CaseList.ts';
import { findCandidates } from './values/findCandidates.ts';
import { absent, replaceAt } from './values/replaceAt.ts';
import { rawIds, similarIds } from './values/similarIds.ts';

/** With these, routers and what stands before them answer a path that they do not like. */
const routerStatuses = [301, 307, 308, 400, 404];

/** Adds the cases about the values of the parameters. */
export function addParameterCases(list: CaseList): void {
  const { operation, options, values } = list;
  for (const parameter of operation.parameters) {
    const { in: place, name } = parameter;
    const value = values.parameters.get(`${place} ${name}`);
    const isExisting = options.existingValues.get(name) === String(value);
    // A PUT may create the resource.
    const mayCreate = list.isWrite && list.declares(/^201$/);
    if (isExisting && mayBeMissing(operation) && !mayCreate) addIds(list, parameter, String(value));
    addValues(list, parameter, value);
  }
}

function addValues(list: CaseList, parameter: Parameter, value: unknown): void {
  const { contract } = list.options;
  const { in: place, name, examples, schemaPointer: pointer } = parameter;
  if (place !== 'path')
    list.add(`${name} is missing`, replaceValue(list, parameter, absent), { tolerated: [401] });
  for (const { name: example, value: other } of examples) {
    const request = replaceValue(list, parameter, other);
    list.add(`${name} is the example ${example}`, request, { mayBeUnknown: true });
  }
  if (pointer === undefined) return;
  if (isFreeText(contract, pointer) && place !== 'path') {
    const unusual = replaceValue(list, parameter, 'contract-check "\' <b> & ; %41 {}');
    const change = { mayBeUnknown: true, tolerated: [400] };
    list.add(`${name} has unusual characters`, unusual, change);
    return;
  }
  if (place === 'query' && value !== undefined && !Array.isArray(value)) {
    const again = `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
    const change: CaseChange = { expected: 'any', tolerated: [400] };
    list.add(`${name} is repeated`, addQuery(list.base.request, again), change);
  }
  for (const { path, value: other, predicate } of findCandidates(contract, pointer, value)) {
    const changed = replaceAt(value, path, other);
    const isRouted = place === 'path' && /[\p{Cc}%/;\\ ]/u.test(String(changed));
    const change = { mayBeUnknown: true, tolerated: isRouted ? routerStatuses : [] };
    const request = replaceValue(list, parameter, changed);
    const added = list.create(`${name} ${predicate}`, request, change);
    // A write with another valid id might change what belongs to somebody.
    const isOfOther = list.isWrite && place === 'path' && added?.expected !== 'reject';
    if (!isOfOther) list.push(added);
  }
}

/** Ids that no resource has, and the existing one written in another way. */
function addIds(list: CaseList, parameter: Parameter, id: string): void {
  const { in: place, name } = parameter;
  const add = (predicate: string, request: WireRequest | undefined, change: CaseChange = {}) =>
    list.add(`${name} ${predicate}`, request, { expected: 'not found', ...change });

  const invented = replaceValue(list, parameter, inventedId);
  if (!invented) return;

  add('was invented', invented);
  // What resembles an id may belong to somebody.
  if (list.isWrite) return;

  add('was invented, for HEAD', { ...invented, method: 'HEAD' });
  const { publicUrl } = list.options;
  const rejected = { expected: 'not found', tolerated: [406] } as const;
  const ofClient = { Accept: 'application/json' };
  list.addHeaders(`${name} was invented, for JSON`, invented, ofClient, rejected);
  // Error pages may repeat the Referer unescaped.
  const ofBrowser = {
    Accept: 'text/html,*/*;q=0.8',
    Referer: 'https://example.com/<b>contract-check',
  };
  list.addHeaders(`${name} was invented, for a browser`, invented, ofBrowser, rejected);
  if (publicUrl) {
    const forwarded = forwardedHeaders(publicUrl, invented.method);
    const description = `${name} was invented, as the host of --public-url forwards it`;
    list.addHeaders(description, invented, forwarded, rejected);
  }
  for (const [change, predicate, isAdvice = false] of similarIds) {
    const similar = change(id);
    if (similar === '' || similar === id) continue;
    add(predicate, replaceValue(list, parameter, similar), { isAdvice });
  }
  if (place === 'path') addRawIds(list, name, id);
}

/** Ids as they are sent, without being encoded. */
function addRawIds(list: CaseList, name: string, id: string): void {
  const { base, operation, options } = list;
  // Without the id, the path may be that of a collection.
  const isInCollection = options.contract.operations.some(
    ({ path }) => `${path}/{${name}}` === operation.path,
  );
  for (const [change, predicate, expected] of rawIds) {
    if (change(id) === '' && isInCollection) continue;

    const target = base.request.target.replace(encodeURIComponent(id), () => change(id));
    const tolerated = expected === 'accept' ? [] : routerStatuses;
    list.add(`${name} ${predicate}`, { ...base.request, target }, { expected, tolerated });
  }
}

function replaceValue(
  list: CaseList,
  { in: place, name }: Parameter,
  value: unknown,
): WireRequest | undefined {
  const parameters = new Map(list.values.parameters);
  if (value === absent || value === undefined) parameters.delete(`${place} ${name}`);
  else parameters.set(`${place} ${name}`, value);
  return list.encode({ parameters });
}
