"""Which well-known things exclude each other, and which are used side by side.

`uses PostgreSQL` and `uses Redis` may both be true of one service; `uses PostgreSQL` and
`uses MySQL` rarely are. Names outside this table say nothing: an unknown pair is compared by its
slot alone.
"""

from __future__ import annotations

_FAMILIES: dict[str, str] = {
    "relational": "postgres postgresql pg mysql mariadb sqlite oracle mssql sqlserver "
    "cockroachdb db2 "
    "aurora spanner tidb",
    "document": "mongodb mongo couchdb dynamodb firestore documentdb couchbase",
    "cache": "redis memcached valkey dragonfly keydb",
    "search": "elasticsearch opensearch solr meilisearch typesense algolia",
    "queue": "kafka rabbitmq sqs nats pulsar activemq celery sidekiq",
    "cloud": "aws gcp azure digitalocean hetzner heroku linode ovh vercel netlify",
    "proxy": "nginx haproxy envoy traefik caddy kong apache",
    "javascript packages": "npm yarn pnpm bun",
    "python packages": "pip poetry pipenv uv pdm conda hatch rye",
    "bundler": "webpack vite rollup parcel esbuild turbopack",
    "frontend": "react vue angular svelte solid solidjs preact ember",
    "styles": "tailwind tailwindcss bootstrap bulma sass emotion styled-components",
    "python web": "django flask fastapi tornado pyramid starlette bottle sanic aiohttp",
    "javascript tests": "jest vitest mocha jasmine ava",
    "browser tests": "playwright cypress selenium puppeteer webdriverio",
    "python tests": "pytest unittest nose",
    "ci": "jenkins circleci travis buildkite teamcity gitlab-ci drone",
    "orchestrator": "kubernetes k8s nomad swarm ecs mesos",
    "containers": "docker podman containerd",
    "infrastructure": "terraform pulumi cloudformation cdk ansible opentofu",
    "monitoring": "grafana datadog newrelic kibana",
    "metrics": "prometheus influxdb graphite statsd",
    "chat": "slack discord teams mattermost zulip",
    "editor": "vim neovim emacs vscode sublime zed intellij pycharm",
    "linter": "eslint biome tslint",
    "python linter": "ruff flake8 pylint",
    "type checker": "mypy pyright pyre pytype",
    "models": "gpt claude gemini llama mistral qwen deepseek",
    "model vendors": "openai anthropic cohere groq openrouter",
    "mail": "sendgrid mailgun postmark ses",
    "payments": "stripe paypal adyen braintree",
    "login": "auth0 okta cognito keycloak clerk",
    "language": "python javascript typescript ruby rust golang java kotlin scala php elixir",
    "state": "redux zustand mobx recoil pinia vuex",
    "orm": "sqlalchemy prisma typeorm sequelize hibernate drizzle",
}
_FAMILY_OF = {name: family for family, names in _FAMILIES.items() for name in names.split()}


def family_of(head: str) -> str:
    """Return the family a value head belongs to, or "" for an unknown one."""
    return _FAMILY_OF.get(head, "")


def are_rivals(left: str, right: str) -> bool:
    """Tell whether both heads are known and of one family."""
    family = family_of(left)
    return bool(family) and family == family_of(right)


def are_companions(left: str, right: str) -> bool:
    """Tell whether both heads are known and of different families: used side by side."""
    mine, theirs = family_of(left), family_of(right)
    return bool(mine) and bool(theirs) and mine != theirs


_SAME = {"postgres": "postgresql", "pg": "postgresql", "k8s": "kubernetes", "mongo": "mongodb"}


def same_thing(head: str) -> str:
    """Return the one spelling under which a head is compared (`postgres` is `postgresql`)."""
    return _SAME.get(head, head)
