CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_name" text NOT NULL,
	"asked_role" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"request" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" bigint,
	"decided_name" text,
	"decided_at" timestamp (3) with time zone,
	"note" text,
	CONSTRAINT "approvals_second_person" CHECK ("approvals"."state" <> 'approved' or "approvals"."decided_by" <> "approvals"."asked_by"),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" = 'open') = ("approvals"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_operators_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_operators_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("id") WHERE "approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_of_owner" ON "approvals" USING btree ("owner_id");