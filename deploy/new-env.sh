#!/bin/sh
# Prints settings with new secrets for a new service at the given address: `sh deploy/new-env.sh pm.example.com >FILE`.
# Keep a copy of GATEHOUSE_ROOT_KEY where the database is not.
set -eu
host=${1:?name the address of the service, such as pm.example.com}
cat <<END
PUBLIC_HOST=$host
PUBLIC_URL=https://$host
GATEHOUSE_ENV=production
TRUST_PROXY=127.0.0.0/8,::1/128
GATEHOUSE_ROOT_KEY=$(date +%Y):$(openssl rand -base64 32)
METRICS_TOKEN=$(openssl rand -hex 24)
DATABASE_PASSWORD=$(openssl rand -hex 24)
POSTGRES_PASSWORD=$(openssl rand -hex 24)
MAIL_FROM=office@$host
END
