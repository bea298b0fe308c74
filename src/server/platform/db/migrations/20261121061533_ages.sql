DROP INDEX "idempotency_by_age";--> statement-breakpoint
DROP INDEX "seen_signatures_by_age";--> statement-breakpoint
CREATE INDEX "idempotency_by_age" ON "idempotency" USING brin ("at");--> statement-breakpoint
CREATE INDEX "seen_signatures_by_age" ON "seen_signatures" USING brin ("at");