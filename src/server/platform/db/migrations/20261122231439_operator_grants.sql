CREATE TABLE "operator_grants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"granted_by" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_checks" ADD COLUMN "closes_bill" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_grants" ADD CONSTRAINT "operator_grants_user_id_operators_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_grants" ADD CONSTRAINT "operator_grants_granted_by_operators_user_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."operators"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_grants_of_operator" ON "operator_grants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "operator_grants_by_operator" ON "operator_grants" USING btree ("granted_by");