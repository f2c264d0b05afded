import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../mock/fixtures/temporaryFiles.ts';
import { scenarios } from '../support/alerts/alertScenarios.ts';
import { begin, createSeries } from '../support/alerts/alertSeries.ts';
import { longTestTimeoutMs } from '../timeouts.ts';

const documents = parseAllDocuments(readFileSync('deploy/alerts.yaml', 'utf8'));
const { spec: rules } = documents.at(-1)?.toJS() ?? {};

beforeAll(() => {
  if (spawnSync('promtool', ['--version']).status === 0) return;

  throw new Error(
    'promtool: expected a command of this name, found none. On Debian, install prometheus.',
  );
});

test.each(scenarios)(
  'these alerts fire, in time and no others: $name',
  async (scenario) => {
    const directory = await temporaryFolder();
    // JSON is YAML.
    const write = (name: string, content: unknown) =>
      writeFileSync(join(directory, name), JSON.stringify(content));
    const expected = Object.entries(scenario.firing).map(([minute, names]) => ({
      expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${begin + Number(minute)}m`,
      exp_samples: names.map((name) => ({
        labels: `{alertname="SubscriberFeedback${name}"}`,
        value: 1,
      })),
    }));
    const input = [...createSeries(scenario)].map(([series, values]) => ({
      series,
      values: values.join(' '),
    }));
    write('rules.yaml', rules);
    write('test.yaml', {
      rule_files: ['rules.yaml'],
      // As often as needed: it takes most of the time.
      evaluation_interval: '5m',
      tests: [{ interval: '1m', input_series: input, promql_expr_test: expected }],
    });
    // Throws with what promtool reports.
    execFileSync('promtool', ['test', 'rules', 'test.yaml'], { cwd: directory });
  },
  longTestTimeoutMs,
);
